// The graph as a map, drawn by sigma.js. Where nodes stand was computed by the tool (src/cgsd/report/map_layout.hpp).
import Graph from 'graphology';
import Sigma from 'sigma';
import { h, refill, say, styled } from '../dom';
import type { Run } from '../model';
import { colour, mix, onTheme, ramp, silent, theme, variable } from '../theme';
import { amount, count, counted } from '../words';
import { nodePanel } from './node_panel';
import { panAsPicture } from './picture_pan';

const mostEdges = 30_000; // drawn; more are a blur and cost frames
const mostEdgesOfMany = 12_000;
const many = 20_000; // nodes
const mostLegend = 14;

type Paint = { of: (v: number) => string; legend: HTMLElement };

export interface MapSection { elements: HTMLElement[]; show(): void; node(v: number): void; community(c: number): void }

export function mapSection(run: Run): MapSection {
  const stage = h('div', { class: 'stage', tabindex: 0, role: 'application', 'aria-label': `Map of ${run.title}. Arrow keys move it, plus and minus zoom. The search field and the table of nodes reach every node.` });
  const panel = h('aside', { class: 'panel', 'aria-label': 'Chosen node', 'aria-live': 'polite' });
  const legend = h('div', { class: 'legend' });
  const attribute = h('input', { type: 'text', id: 'map-attribute', list: 'map-attributes', placeholder: 'Which attribute?', autocomplete: 'off' });
  const attributeField = h('label', { for: 'map-attribute' }, 'Attribute', attribute);
  attributeField.hidden = true;
  const by = h('select', { id: 'map-colour' }, h('option', { value: 'community' }, 'Community'), h('option', { value: 'confidence' }, 'Confidence'),
    run.label ? h('option', { value: 'label' }, 'Label') : null,
    ...Array.from({ length: run.levels }, (_, i) => h('option', { value: `level ${i}` }, `Level ${i}`)),
    h('option', { value: 'degree' }, 'Neighbours'), run.columns.length > 0 ? h('option', { value: 'attribute' }, 'Attribute …') : null);
  const whole = run.facts.nodes.all > run.nodes;
  const level = h('select', { id: 'map-level' }, h('option', { value: 'nodes' }, 'Nodes'), h('option', { value: 'communities' }, 'Communities'));
  if (whole) level.value = 'communities';

  const view = new View(run, stage);
  let chosen = -1;
  const attributeNumber = () => run.columns.findIndex((c) => c.label === attribute.value || c.name === attribute.value);
  const repaint = () => {
    attributeField.hidden = by.value !== 'attribute';
    const paint = paintBy(run, by.value, attributeNumber(), (c) => { view.only = view.only === c ? -1 : c; repaint(); });
    refill(legend, paint.legend);
    view.paint(paint.of);
    for (const button of legend.querySelectorAll('button')) button.setAttribute('aria-pressed', String(view.only >= 0 && button.dataset.group === String(view.only)));
  };
  const choose = (v: number) => {
    chosen = v;
    view.choose(v);
    refill(panel, v < 0 ? hint(run) : nodePanel(run, v, { node: choose, close: () => choose(-1) }));
    if (v >= 0) say(`${run.name(v)}, ${run.communityName(run.community[v]!)}`);
  };
  view.chosen = (v) => choose(v === chosen ? -1 : v);
  view.opened = (c) => { level.value = 'nodes'; view.level = 'nodes'; view.only = c; by.value = 'community'; view.rebuild(); repaint(); view.zoomTo(c); };
  by.addEventListener('change', () => { view.only = -1; repaint(); if (by.value === 'attribute') attribute.focus(); });
  attribute.addEventListener('change', () => { if (attributeNumber() >= 0) repaint(); });
  level.addEventListener('change', () => { view.level = level.value as View['level']; view.only = -1; view.rebuild(); repaint(); });
  onTheme(() => { if (view.isMade) { view.themed(); repaint(); } });
  stage.addEventListener('keydown', (event) => view.key(event));
  choose(-1);

  const show = () => {
    if (!view.isMade) { view.level = level.value as View['level']; view.rebuild(); repaint(); }
    view.resize();
  };
  const limits: string[] = [];
  if (whole) limits.push(`${count(run.nodes)} of ${count(run.facts.nodes.all)} nodes are in this page: of each community those with most neighbours.`);
  const drawn = Math.min(run.facts.map.edges_held, run.nodes > many ? mostEdgesOfMany : mostEdges);
  if (drawn < run.facts.map.edges) limits.push(`${count(drawn)} of ${count(run.facts.map.edges)} edges are drawn${run.nodes > many ? '. While it moves, the map is a picture; it is drawn anew when it rests' : ''}.`);
  return {
    show,
    node(v) { show(); if (level.value !== 'nodes') { level.value = 'nodes'; level.dispatchEvent(new Event('change')); } choose(v); view.centre(v); },
    community(c) { show(); view.opened(c); },
    elements: [
      h('header', { class: 'head-line' }, h('h1', {}, 'Map'), h('p', { class: 'hint' }, 'Communities are islands: their area is their size, and neighbours stand near each other within them. The distance between islands means little.')),
      h('div', { class: 'controls' }, searchField(run, (v) => { choose(v); view.centre(v); }), h('label', { for: 'map-colour' }, 'Colour', by), attributeField,
        h('label', { for: 'map-level' }, 'Show', level),
        h('div', { class: 'buttons', role: 'group', 'aria-label': 'Zoom' },
          h('button', { type: 'button', class: 'button', 'aria-label': 'Zoom in', click: () => view.zoom(0.6) }, '+'),
          h('button', { type: 'button', class: 'button', 'aria-label': 'Zoom out', click: () => view.zoom(1 / 0.6) }, '−'),
          h('button', { type: 'button', class: 'button', 'aria-label': 'All: show everything', click: () => view.reset() }, 'All'))),
      attributeList(run),
      h('div', { class: 'map' }, h('div', { class: 'map-left' }, stage, legend), panel),
      h('p', { class: 'hint' }, limits.join(' ')),
    ],
  };
}

const hint = (run: Run) => h('div', { class: 'empty' }, h('h2', {}, 'Choose a node'),
  h('p', {}, `Click a node, or search for it, to see its attributes and its neighbours${run.facts.explained ? ', and why it is where it is' : ''}.`));

function attributeList(run: Run): HTMLElement {
  const list = h('datalist', { id: 'map-attributes' });
  for (const c of run.columns.slice(0, 5000)) list.append(h('option', { value: c.label }));
  return list;
}

// A field with suggestions that the keyboard reaches.
function searchField(run: Run, take: (v: number) => void): HTMLElement {
  const list = h('ul', { class: 'suggestions', role: 'listbox', id: 'map-found', 'aria-label': 'Nodes found' });
  const input = h('input', { type: 'search', id: 'map-search', placeholder: 'Name of a node', autocomplete: 'off', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'map-found', 'aria-autocomplete': 'list' });
  list.hidden = true;
  let found: number[] = [];
  let at = -1;
  const close = () => { list.hidden = true; at = -1; input.setAttribute('aria-expanded', 'false'); input.removeAttribute('aria-activedescendant'); };
  const mark = () => {
    [...list.children].forEach((e, i) => e.setAttribute('aria-selected', String(i === at)));
    if (at >= 0) input.setAttribute('aria-activedescendant', `map-found-${at}`);
  };
  const accept = (v: number) => { input.value = run.name(v); close(); take(v); };
  input.addEventListener('input', () => {
    found = run.search(input.value, 8);
    refill(list, ...found.map((v, i) => h('li', { role: 'option', id: `map-found-${i}`, 'aria-selected': 'false', pointerdown: (e: Event) => { e.preventDefault(); accept(v); } },
      run.name(v), h('span', { class: 'much' }, run.communityName(run.community[v]!)))));
    list.hidden = found.length === 0;
    at = -1;
    input.setAttribute('aria-expanded', String(found.length > 0));
    if (input.value !== '') say(found.length === 0 ? 'No node found' : counted(found.length, 'node') + ' found');
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (found.length === 0) return;
      event.preventDefault();
      at = (at + (event.key === 'ArrowDown' ? 1 : found.length + (at < 0 ? 0 : -1))) % found.length;
      mark();
    } else if (event.key === 'Enter' && found.length > 0) accept(found[Math.max(0, at)]!);
    else if (event.key === 'Escape') close();
  });
  input.addEventListener('blur', close);
  return h('div', { class: 'search' }, h('label', { for: 'map-search' }, 'Search', input), list);
}

function paintBy(run: Run, by: string, attribute: number, only: (group: number) => void): Paint {
  if (by === 'confidence') return sequence((v) => run.confidence(v), 0, 1, ['0, unsure', '1, sure']);
  if (by === 'degree') {
    const most = run.degree.reduce((a, b) => Math.max(a, b), 1);
    return sequence((v) => Math.sqrt(run.degree[v]! / most), 0, 1, ['0', `${count(most)} neighbours`]);
  }
  if (by === 'label') return groups((v) => run.label![v]!, run.facts.class_names ?? []);
  if (by.startsWith('level ')) {
    const ids = run.levelIds(Number(by.slice(6)));
    const known = [...new Set(ids)].sort((a, b) => a - b);
    const place = new Map(known.map((id, i) => [id, i]));
    return groups((v) => place.get(ids[v]!)!, known.map((id) => `Community ${id}`));
  }
  if (by === 'attribute' && attribute >= 0) {
    const column = run.columns[attribute]!;
    const values = run.column(attribute);
    if (column.kind === 'share') return groups((v) => (values[v]! >= 0.5 ? 0 : -1), [column.label]);
    const [least, most] = [column.least ?? 0, column.most ?? 1];
    return sequence((v) => values[v]!, least, most, [amount(column.kind, least), amount(column.kind, most)]);
  }
  return groups((v) => run.community[v]!, run.communities.map((c) => `Community ${c.id}`), only);
}

function sequence(value: (v: number) => number, least: number, most: number, ends: [string, string]): Paint {
  const range = most > least ? most - least : 1;
  const bar = styled(h('span', { class: 'ramp' }), { background: `linear-gradient(90deg, ${[0, 0.25, 0.5, 0.75, 1].map(ramp).join(', ')})` });
  return {
    of: (v) => { const x = value(v); return Number.isNaN(x) ? silent() : ramp((x - least) / range); },
    legend: h('div', { class: 'keys' }, h('span', {}, ends[0]), bar, h('span', {}, ends[1])),
  };
}

function groups(group: (v: number) => number, names: string[], only?: (group: number) => void): Paint {
  const key = (name: string, i: number) => {
    const dot = styled(h('span', { class: 'dot' }), { background: i < 0 ? silent() : colour(i) });
    return only ? h('button', { type: 'button', class: 'key', 'data-group': i, 'aria-pressed': 'false', click: () => only(i) }, dot, name) : h('span', { class: 'key' }, dot, name);
  };
  const keys = names.slice(0, mostLegend).map(key);
  if (names.length > mostLegend) keys.push(h('span', { class: 'key' }, `and ${count(names.length - mostLegend)} more`));
  return { of: (v) => { const g = group(v); return g < 0 ? silent() : colour(g); }, legend: h('div', { class: 'keys' }, ...keys) };
}

// Sigma and its graph.
class View {
  level: 'nodes' | 'communities' = 'nodes';
  only = -1; // a community, or −1 for all
  chosen: (v: number) => void = () => {};
  opened: (c: number) => void = () => {};
  private sigma: Sigma | undefined;
  private graph = new Graph({ type: 'undirected', multi: false });
  private picked = -1;
  private near = new Set<string>();
  private of: (v: number) => string = () => '#888888';

  constructor(private run: Run, private stage: HTMLElement) {}
  get isMade(): boolean { return this.sigma !== undefined; }

  rebuild(): void {
    this.graph = this.level === 'nodes' ? this.ofNodes() : this.ofCommunities();
    this.picked = -1;
    this.near.clear();
    if (this.sigma) { this.sigma.setGraph(this.graph); this.reset(); return; }
    try {
      this.sigma = new Sigma(this.graph, this.stage, this.settings());
    } catch {
      refill(this.stage, h('p', { class: 'empty' }, 'This browser does not draw with WebGL, so there is no map. The table of nodes and the evidence have the same facts.'));
      return;
    }
    if (this.run.nodes > many) panAsPicture(this.stage, this.sigma);
    this.sigma.on('clickNode', ({ node }) => (this.level === 'nodes' ? this.chosen(Number(node)) : this.opened(Number(node))));
    this.sigma.on('clickStage', () => { if (this.level === 'nodes' && this.picked >= 0) this.chosen(this.picked); });
    this.sigma.on('enterNode', () => this.stage.classList.add('over'));
    this.sigma.on('leaveNode', () => this.stage.classList.remove('over'));
  }

  private settings() {
    const big = this.run.nodes > many;
    return {
      labelFont: variable('--font'), labelSize: 13, labelWeight: '500', labelColor: { color: variable('--ink') }, labelDensity: 0.5, labelGridCellSize: 170,
      labelRenderedSizeThreshold: this.run.nodes > 400 ? 9 : 7, hideEdgesOnMove: big || this.run.facts.map.edges_held > 8000, hideLabelsOnMove: big, enableEdgeEvents: false, allowInvalidContainer: true,
      minCameraRatio: 0.005, maxCameraRatio: 3, stagePadding: 30, zIndex: !big, defaultEdgeColor: this.edgeColour(),
      defaultDrawNodeHover: drawHover,
      nodeReducer: (node: string, data: Record<string, unknown>) => this.reduceNode(node, data),
      edgeReducer: (edge: string, data: Record<string, unknown>) => this.reduceEdge(edge, data),
    };
  }
  private edgeColour(): string {
    const edges = this.run.facts.map.edges_held;
    const strength = edges > 10_000 ? 0.02 : edges > 2000 ? 0.06 : 0.22;
    // sigma.js blends colours that are multiplied by their opacity already.
    const [r, g, b] = (theme() === 'dark' ? [184, 192, 200] : [87, 96, 106]).map((x) => Math.round(x * strength));
    return `rgba(${r}, ${g}, ${b}, ${strength})`;
  }

  private ofNodes(): Graph {
    const { run } = this;
    const graph = new Graph({ type: 'undirected', multi: false });
    const size = run.nodes < 300 ? 7 : run.nodes < 3000 ? 4 : run.nodes < many ? 2.4 : 1.3;
    const most = run.degree.reduce((a, b) => Math.max(a, b), 1);
    for (let v = 0; v < run.nodes; ++v)
      graph.addNode(String(v), { x: run.x[v]!, y: 65535 - run.y[v]!, size: size * (0.75 + 0.9 * Math.sqrt(run.degree[v]! / most)), color: this.of(v), label: run.name(v) });
    run.forEdges(run.nodes > many ? mostEdgesOfMany : mostEdges, (u, v) => { if (u !== v) graph.mergeEdge(String(u), String(v), { size: 0.6 }); });
    return graph;
  }
  private ofCommunities(): Graph {
    const { run } = this;
    const graph = new Graph({ type: 'undirected', multi: false });
    const sums = run.communities.map(() => [0, 0, 0]);
    for (let v = 0; v < run.nodes; ++v) { const s = sums[run.community[v]!]!; s[0]! += run.x[v]!; s[1]! += run.y[v]!; s[2]! += 1; }
    const all = run.facts.nodes.all;
    run.communities.forEach((c, i) => {
      const [x, y, k] = sums[i] as [number, number, number];
      graph.addNode(String(i), { x: x / Math.max(k, 1), y: 65535 - y / Math.max(k, 1), size: 4 + 44 * Math.sqrt(c.size / all), color: colour(i), label: `Community ${c.id} · ${count(c.size)}` });
    });
    const most = run.facts.community_edges[0]?.[2] ?? 1;
    for (const [a, b, w] of run.facts.community_edges) graph.mergeEdge(String(a), String(b), { size: 0.5 + 5 * Math.sqrt(w / most) });
    return graph;
  }

  private reduceNode(node: string, data: Record<string, unknown>): Record<string, unknown> {
    if (this.level === 'communities') return data;
    const v = Number(node);
    const out = this.only >= 0 && this.run.community[v] !== this.only;
    if (this.picked >= 0) {
      if (v === this.picked) return { ...data, highlighted: true, size: (data.size as number) * 1.6, zIndex: 2 };
      return this.near.has(node) ? { ...data, forceLabel: this.near.size <= 25, zIndex: 1 } : { ...data, color: mix(data.color as string, variable('--paper'), 0.78), label: '' };
    }
    return out ? { ...data, color: silent(), label: '' } : data;
  }
  private reduceEdge(edge: string, data: Record<string, unknown>): Record<string, unknown> {
    if (this.picked < 0 || this.level === 'communities') return data;
    const [a, b] = this.graph.extremities(edge);
    return a === String(this.picked) || b === String(this.picked) ? { ...data, color: variable('--quiet'), size: 1.4 } : { ...data, hidden: true };
  }

  paint(of: (v: number) => string): void {
    this.of = of;
    if (this.level === 'nodes') this.graph.updateEachNodeAttributes((node, data) => { data.color = of(Number(node)); return data; }, { attributes: ['color'] });
    else this.graph.updateEachNodeAttributes((node, data) => { data.color = colour(Number(node)); return data; }, { attributes: ['color'] });
  }
  themed(): void {
    this.sigma?.setSetting('labelColor', { color: variable('--ink') });
    this.sigma?.setSetting('defaultEdgeColor', this.edgeColour());
  }
  choose(v: number): void {
    this.picked = v;
    this.near = new Set(v < 0 ? [] : Array.from(this.run.neighbours(v), String));
    this.sigma?.refresh();
  }
  resize(): void { this.sigma?.resize(); this.sigma?.refresh({ skipIndexation: true }); }
  centre(v: number): void {
    const at = this.sigma?.getNodeDisplayData(String(v));
    if (at) void this.sigma!.getCamera().animate({ x: at.x, y: at.y, ratio: Math.min(this.sigma!.getCamera().ratio, this.run.nodes > 400 ? 0.3 : 0.6) }, { duration: 400 });
  }
  zoomTo(c: number): void {
    if (!this.sigma) return;
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let v = 0; v < this.run.nodes; ++v) {
      if (this.run.community[v] !== c) continue;
      const at = this.sigma.getNodeDisplayData(String(v))!;
      left = Math.min(left, at.x); right = Math.max(right, at.x); low = Math.min(low, at.y); high = Math.max(high, at.y);
    }
    if (left > right) return;
    void this.sigma.getCamera().animate({ x: (left + right) / 2, y: (low + high) / 2, ratio: Math.max(0.05, Math.min(1, 1.3 * Math.max(right - left, high - low))) }, { duration: 500 });
  }
  zoom(by: number): void { const camera = this.sigma?.getCamera(); if (camera) void camera.animate({ ratio: camera.getBoundedRatio(camera.ratio * by) }, { duration: 200 }); }
  reset(): void { void this.sigma?.getCamera().animate({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }, { duration: 300 }); }
  key(event: KeyboardEvent): void {
    const camera = this.sigma?.getCamera();
    if (!camera) return;
    const step = 0.12 * camera.ratio;
    const move: Record<string, [number, number]> = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const by = move[event.key];
    if (by) camera.setState({ x: camera.x + by[0], y: camera.y + by[1] });
    else if (event.key === '+' || event.key === '=') this.zoom(0.7);
    else if (event.key === '-') this.zoom(1 / 0.7);
    else if (event.key === '0') this.reset();
    else return;
    event.preventDefault();
  }
}

// The name of the node under the pointer, on a plate of the page's colour.
function drawHover(context: CanvasRenderingContext2D, data: { x: number; y: number; size: number; label?: string | null; color: string }): void {
  context.beginPath();
  context.arc(data.x, data.y, data.size + 3, 0, 2 * Math.PI);
  context.lineWidth = 2;
  context.strokeStyle = variable('--ink');
  context.stroke();
  if (!data.label) return;
  const text = data.label.length > 60 ? data.label.slice(0, 59) + '…' : data.label;
  context.font = `500 13px ${variable('--font')}`;
  const width = context.measureText(text).width;
  const [x, y] = [data.x + data.size + 2, data.y];
  context.fillStyle = variable('--surface');
  context.strokeStyle = variable('--line');
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x, y - 13, width + 16, 26, 6);
  context.fill();
  context.stroke();
  context.fillStyle = variable('--ink');
  context.fillText(text, x + 8, y + 4.5);
}
