// Panning and zooming a map of very many nodes: while it moves, a picture of it moves; when it rests, it is drawn anew. So a
// frame costs the same for any number of nodes, also without a graphics card.
import type Sigma from 'sigma';
import { h } from '../dom';

const restMs = 140;

export function panAsPicture(stage: HTMLElement, sigma: Sigma): void {
  sigma.setSetting('enableCameraPanning', false);
  sigma.setSetting('enableCameraZooming', false);
  const layers = [...stage.querySelectorAll('canvas')];
  const picture = stage.appendChild(h('canvas', { class: 'picture', 'aria-hidden': 'true' }));
  let moved = { x: 0, y: 0, scale: 1 };
  let from: { x: number; y: number } | null = null;
  let around = { x: 0, y: 0 };
  let dragged = false;
  let rest = 0;

  // All layers in one, taken while their contents are still there.
  const take = () => {
    const { width, height } = layers[0]!;
    if (picture.width !== width || picture.height !== height) { picture.width = width; picture.height = height; }
    const context = picture.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    for (const layer of layers) if (layer.width > 0 && layer.height > 0) context.drawImage(layer, 0, 0, width, height);
  };
  const show = (moving: boolean) => {
    picture.style.display = moving ? 'block' : 'none';
    for (const layer of layers) layer.style.visibility = moving ? 'hidden' : '';
    picture.style.transformOrigin = `${around.x}px ${around.y}px`;
    picture.style.transform = `translate(${moved.x}px, ${moved.y}px) scale(${moved.scale})`;
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
    sigma.once('afterRender', () => show(false));
  };
  const at = (event: MouseEvent) => { const box = stage.getBoundingClientRect(); return { x: event.clientX - box.left, y: event.clientY - box.top }; };

  sigma.on('afterRender', take);
  // While the picture moves, nobody needs to know which node is under the pointer; and the end of a move is no click.
  window.addEventListener('mousemove', (event) => { if (from) event.stopPropagation(); }, true);
  stage.addEventListener('click', (event) => { if (dragged) event.stopPropagation(); dragged = false; }, true);
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    clearTimeout(rest);
    if (moved.scale !== 1) draw();
    from = at(event);
    dragged = false;
  });
  window.addEventListener('pointermove', (event) => {
    if (!from) return;
    const here = at(event);
    moved = { x: here.x - from.x, y: here.y - from.y, scale: 1 };
    dragged ||= Math.hypot(moved.x, moved.y) > 2;
    if (dragged) show(true);
  });
  window.addEventListener('pointerup', () => {
    if (!from) return;
    from = null;
    if (dragged) draw();
  });
  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (moved.scale === 1) around = at(event);
    moved = { x: 0, y: 0, scale: Math.min(Math.max(moved.scale * Math.exp(-event.deltaY / 500), 0.05), 20) };
    show(true);
    clearTimeout(rest);
    rest = window.setTimeout(draw, restMs);
  }, { passive: false });
}
