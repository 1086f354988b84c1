// What was found, in words and as cards.
import type { Community, Trait } from '../facts';
import { h, quoted, refill, styled } from '../dom';
import type { Run } from '../model';
import type { Navigation } from '../navigation';
import { colour, onTheme } from '../theme';
import { amount, count, counted, percent, score } from '../words';

const firstCards = 12;

export function overview(run: Run, go: Navigation): HTMLElement[] {
  const m = run.facts.run;
  return [
    h('header', { class: 'hero' },
      h('h1', {}, m.communities.count === 1 ? `One community in ${run.title}` : `${count(m.communities.count)} communities in ${run.title}`),
      h('p', { class: 'size' }, sizes(run)),
      lede(run)),
    proportions(run, go),
    ...warnings(m.warnings),
    quality(run),
    cards(run, go),
    reading(run),
  ].filter((e): e is HTMLElement => e !== null);
}

// The choices that matter to a reader; the section on the run has all of them.
function lede(run: Run): HTMLElement | null {
  const m = run.facts.run;
  const words = ['weights', 'blank rows', 'edges', 'structure', 'stability', 'previous'].map((topic) => m.decisions?.find((d) => d.topic === topic)?.words);
  const text = [m.communities.words, ...words].filter(Boolean).join(' ');
  return text ? h('p', { class: 'lede' }, text) : null;
}

function sizes(run: Run): string {
  const d = run.facts.run.data;
  return [counted(d.nodes, 'node'), counted(d.edges, d.directed ? 'directed edge' : 'edge') + (d.weighted ? ' with weights' : ''),
    d.attributes ? counted(d.attributes.columns, 'attribute') : 'no attributes',
    d.classes ? `${counted(d.classes.count, 'class', 'classes')} to compare with` : ''].filter(Boolean).join(' · ');
}

// All nodes as one bar.
function proportions(run: Run, go: Navigation): HTMLElement {
  const bar = h('div', { class: 'proportions', role: 'img', 'aria-label': `Sizes of the communities: ${run.communities.slice(0, 20).map((c) => `${c.id}: ${count(c.size)}`).join(', ')}` });
  const all = run.facts.run.data.nodes;
  const paint = () => refill(bar, ...run.communities.map((c, i) => styled(h('span', {
    title: `Community ${c.id}: ${counted(c.size, 'node')}, ${percent(c.size / all)}`, click: () => go.community(i) }),
    { 'flex-grow': String(c.size), background: colour(i) })));
  onTheme(paint);
  paint();
  return bar;
}

function warnings(list: string[]): HTMLElement[] {
  if (list.length === 0) return [];
  return [h('section', { class: 'callout', 'aria-label': 'Warnings' }, h('h2', {}, list.length === 1 ? 'One warning' : `${list.length} warnings`),
    h('ul', {}, ...list.map((w) => h('li', {}, ...quoted(w)))))];
}

interface Figure { name: string; value: string; meaning: string; part: number | null }

function quality(run: Run): HTMLElement {
  const q = run.facts.run.quality;
  const own: Figure[] = [
    { name: 'Modularity', value: score(q.modularity), meaning: 'edges inside communities, beyond what chance makes; near 0 if neighbours are unlike', part: q.modularity ?? null },
    { name: 'Edges inside', value: percent(q.coverage), meaning: 'share of edges (by weight) that join two nodes of one community', part: q.coverage ?? null },
    { name: 'Mean conductance', value: score(q.mean_conductance), meaning: 'how much of a community’s edge weight crosses its border; 0 is none', part: q.mean_conductance ?? null },
  ];
  const known: Figure[] = q.nmi === undefined ? [] : [
    { name: 'NMI', value: score(q.nmi), meaning: 'agreement with the classes; 0 is none, 1 is the same', part: q.nmi },
    { name: 'ARI', value: score(q.ari), meaning: 'pairs of nodes that both agree on, beyond chance; 1 is the same', part: q.ari ?? null },
    { name: 'Accuracy', value: percent(q.accuracy), meaning: `best one-to-one naming of communities; one community for all would reach ${percent(q.largest_class)}`, part: q.accuracy ?? null },
  ];
  return h('section', { class: 'block' },
    h('h2', {}, 'How good is it?'),
    known.length > 0 ? h('h3', { class: 'kind' }, `With the labels of ${counted(q.labelled_nodes ?? 0, 'node')}, which were used for nothing else`) : null,
    known.length > 0 ? h('div', { class: 'figures' }, ...known.map(figure)) : null,
    h('h3', { class: 'kind' }, 'Without labels'),
    h('div', { class: 'figures' }, ...own.map(figure)));
}

function figure(f: Figure): HTMLElement {
  const meter = h('div', { class: 'meter' });
  if (f.part !== null) meter.append(styled(h('span', {}), { width: `${Math.max(0, Math.min(1, f.part)) * 100}%` }));
  return h('div', { class: 'figure' }, h('div', { class: 'name' }, f.name), h('div', { class: 'value' }, f.value), meter, h('p', {}, f.meaning));
}

function cards(run: Run, go: Navigation): HTMLElement {
  const list = h('ul', { class: 'cards' });
  const dots: [HTMLElement, number][] = [];
  const add = (from: number, to: number) => run.communities.slice(from, to).forEach((c, i) => {
    const at = from + i;
    const dot = h('span', { class: 'dot' });
    dots.push([styled(dot, { background: colour(at) }), at]);
    list.append(card(run, c, at, dot, go));
  });
  onTheme(() => dots.forEach(([dot, i]) => dot.style.setProperty('background', colour(i))));
  add(0, firstCards);
  const left = run.communities.length - firstCards;
  const more = left > 0 ? h('button', { class: 'more', type: 'button', click: () => { add(firstCards, run.communities.length); more?.remove(); } },
    left === 1 ? 'Show one more' : `Show ${count(left)} more`) : null;
  return h('section', { class: 'block' }, h('h2', {}, 'The communities'),
    h('p', { class: 'hint' }, 'What sets a community apart from all other nodes, nodes that stand for it, and nodes that may not belong to it.'), list, more);
}

function card(run: Run, c: Community, i: number, dot: HTMLElement, go: Navigation): HTMLElement {
  const all = run.facts.run.data.nodes;
  return h('li', { class: 'card' },
    h('h3', {}, dot, `Community ${c.id}`, h('span', { class: 'much' }, `${count(c.size)} · ${percent(c.size / all)}`)),
    c.mean_confidence === null ? null : h('div', { class: 'sure' },
      h('span', {}, 'confidence'), styledMeter(c.mean_confidence), h('span', { class: 'number' }, score(c.mean_confidence))),
    c.set_apart.length > 0 ? h('ul', { class: 'traits' }, ...c.set_apart.map((t) => trait(t, largestShare(run)))) : h('p', { class: 'hint' }, 'No attribute sets it apart beyond chance.'),
    examples('Typical', c.central, run, go),
    examples('Doubtful', c.doubtful, run, go),
    h('button', { class: 'link', type: 'button', click: () => go.community(i) }, 'Show on the map', h('span', { class: 'unseen' }, `: community ${c.id}`)));
}

function styledMeter(x: number): HTMLElement {
  return h('span', { class: 'meter' }, styled(h('span', {}), { width: `${100 * x}%` }));
}

// The longest bar of all cards, so that shares of a few per cent can be compared too.
const largestShare = (run: Run) => Math.max(...run.communities.flatMap((c) => c.set_apart).flatMap((t) => (t.kind === 'share' ? [t.inside, t.outside] : [])), 1e-9);

// Shares as two bars, inside over outside; numbers in words.
function trait(t: Trait, most: number): HTMLElement {
  if (t.kind !== 'share') return h('li', {}, h('span', { class: 'what' }, t.words));
  return h('li', { title: t.words }, h('span', { class: 'what' }, t.direction === 'less' ? `seldom ${t.label}` : t.label),
    h('span', { class: 'pair', 'aria-hidden': 'true' }, styled(h('span', {}), { width: `${100 * t.inside / most}%` }), styled(h('span', { class: 'outside' }), { width: `${100 * t.outside / most}%` })),
    h('span', { class: 'number' }, percent(t.inside), h('span', { class: 'against' }, ` against ${percent(t.outside)}`)));
}

function examples(title: string, names: (string | number)[], run: Run, go: Navigation): HTMLElement | null {
  if (names.length === 0) return null;
  return h('div', { class: 'examples' }, h('span', { class: 'name' }, title),
    h('span', { class: 'chips' }, ...names.map((name) => h('button', { class: 'chip', type: 'button', click: () => { const v = run.find(String(name)); if (v >= 0) go.node(v); } }, String(name)))));
}

function reading(run: Run): HTMLElement | null {
  const d = run.facts.run.data;
  const facts = [
    `${counted(d.components, 'connected part')}${d.isolated > 0 ? `, ${counted(d.isolated, 'node')} without any edge` : ''}`,
    `a node has ${amount('number', Number(d.degree.mean.toPrecision(3)))} neighbours on average, ${count(d.degree.maximum)} at most`,
    d.homophily?.edge != null ? `${percent(d.homophily.edge)} of edges join nodes of one class` : '',
    ...d.reading,
  ].filter(Boolean);
  return h('section', { class: 'block' }, h('h2', {}, 'The data'), h('ul', { class: 'plain' }, ...facts.map((f) => h('li', {}, ...quoted(f)))));
}
