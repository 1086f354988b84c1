// Panning and zooming a map of very many nodes: while it moves, the picture that is there moves; when it rests, it is drawn
// anew. So a frame costs the same for any number of nodes, also without a graphics card.
import type Sigma from 'sigma';

const restMs = 140;

export function panAsPicture(stage: HTMLElement, sigma: Sigma): void {
  sigma.setSetting('enableCameraPanning', false);
  sigma.setSetting('enableCameraZooming', false);
  const layers = () => [...stage.querySelectorAll('canvas')];
  let moved = { x: 0, y: 0, scale: 1 };
  let from: { x: number; y: number } | null = null;
  let around = { x: 0, y: 0 };
  let rest = 0;

  const show = () => {
    for (const layer of layers()) {
      layer.style.transformOrigin = `${around.x}px ${around.y}px`;
      layer.style.transform = moved.x === 0 && moved.y === 0 && moved.scale === 1 ? '' : `translate(${moved.x}px, ${moved.y}px) scale(${moved.scale})`;
    }
  };
  const draw = () => {
    const camera = sigma.getCamera();
    if (moved.scale !== 1) camera.setState(sigma.getViewportZoomedState(around, camera.getBoundedRatio(camera.ratio / moved.scale)));
    if (moved.x !== 0 || moved.y !== 0) {
      const a = sigma.viewportToFramedGraph({ x: 0, y: 0 });
      const b = sigma.viewportToFramedGraph({ x: moved.x, y: moved.y });
      camera.setState({ x: camera.x + a.x - b.x, y: camera.y + a.y - b.y });
    }
    moved = { x: 0, y: 0, scale: 1 };
    sigma.once('afterRender', show);
  };
  const soon = () => { clearTimeout(rest); rest = window.setTimeout(draw, restMs); };
  const at = (event: MouseEvent) => { const box = stage.getBoundingClientRect(); return { x: event.clientX - box.left, y: event.clientY - box.top }; };

  stage.addEventListener('pointerdown', (event) => { if (event.button === 0) { clearTimeout(rest); if (moved.scale !== 1) draw(); from = at(event); } });
  window.addEventListener('pointermove', (event) => {
    if (!from) return;
    const here = at(event);
    moved = { x: here.x - from.x, y: here.y - from.y, scale: 1 };
    show();
  });
  window.addEventListener('pointerup', () => {
    if (!from) return;
    from = null;
    if (Math.hypot(moved.x, moved.y) > 2) draw();
    else { moved = { x: 0, y: 0, scale: 1 }; show(); }
  });
  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (moved.scale === 1) around = at(event);
    moved = { x: 0, y: 0, scale: Math.min(Math.max(moved.scale * Math.exp(-event.deltaY / 500), 0.05), 20) };
    show();
    soon();
  }, { passive: false });
}
