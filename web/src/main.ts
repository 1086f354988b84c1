// The page: sections that a bar of links leads to, made when they are first shown.
import './style.css';
import { drawNow } from './charts';
import { h, refill, svg } from './dom';
import { read, type ComparisonFacts, type RunFacts } from './facts';
import { Run } from './model';
import { compare } from './sections/compare';
import { evidence } from './sections/evidence';
import { levels } from './sections/levels';
import { comparisonManifest, manifest } from './sections/manifest';
import { mapSection, type MapSection } from './sections/map';
import { overview } from './sections/overview';
import { nodeTable } from './sections/table';
import { apply, onTheme, print, theme, toggle } from './theme';

interface Section { id: string; title: string; make: () => HTMLElement[]; shown?: () => void }

function sectionsOf(facts: RunFacts, run: Run): Section[] {
  let map: MapSection | undefined;
  const theMap = () => (map ??= mapSection(run));
  const go = {
    node: (v: number) => { open('map'); theMap().node(v); },
    community: (c: number) => { open('map'); theMap().community(c); },
  };
  return [
    { id: 'overview', title: 'Overview', make: () => overview(run, go) },
    { id: 'map', title: 'Map', make: () => theMap().elements, shown: () => theMap().show() },
    ...(facts.run.levels && facts.run.levels.communities.length > 0 ? [{ id: 'levels', title: 'Levels', make: () => levels(run) }] : []),
    { id: 'evidence', title: 'Evidence', make: () => evidence(run) },
    { id: 'nodes', title: 'Nodes', make: () => nodeTable(run, go) },
    { id: 'run', title: 'Run', make: () => manifest(facts) },
  ];
}

const sectionsOfComparison = (facts: ComparisonFacts): Section[] => [
  { id: 'compare', title: 'Compare', make: () => compare(facts) },
  { id: 'run', title: 'Run', make: () => comparisonManifest(facts) },
];

let open: (id: string) => void = () => {};

function mark(): SVGElement {
  const dot = (cx: number, cy: number, r: number, kind: string) => svg('circle', { cx, cy, r, class: kind });
  return svg('svg', { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': 'true', class: 'mark' },
    svg('path', { d: 'M6 7 L17 5 M6 7 L12 18 M17 5 L12 18' }), dot(6, 7, 3.4, 'a'), dot(17, 5, 2.8, 'b'), dot(12, 18, 3.8, 'c'));
}

function frame(title: string, sections: Section[]): void {
  const made = new Map<string, HTMLElement>();
  const links = new Map<string, HTMLAnchorElement>();
  const main = h('main', { id: 'main' });
  const show = (section: Section) => {
    let element = made.get(section.id);
    if (!element) {
      element = h('section', { class: `view view-${section.id}`, tabindex: -1, 'aria-label': section.title }, ...section.make());
      made.set(section.id, element);
      main.append(element);
    }
    return element;
  };
  let first = true;
  const route = () => {
    const section = sections.find((s) => `#${s.id}` === location.hash) ?? sections[0]!;
    const element = show(section);
    for (const [id, e] of made) e.hidden = id !== section.id;
    for (const [id, link] of links) { if (id === section.id) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current'); }
    document.documentElement.dataset.section = section.id;
    section.shown?.();
    if (!first) { element.focus({ preventScroll: true }); window.scrollTo(0, 0); }
    first = false;
  };
  open = (id) => { if (location.hash !== `#${id}`) history.pushState(null, '', `#${id}`); route(); };
  const nav = h('nav', { 'aria-label': 'Sections' }, ...sections.map((s) => {
    const link = h('a', { href: `#${s.id}`, click: (e: Event) => { e.preventDefault(); open(s.id); } }, s.title);
    links.set(s.id, link);
    return link;
  }));
  const button = h('button', { type: 'button', class: 'theme', click: toggle });
  const named = () => { button.textContent = theme() === 'dark' ? 'Light' : 'Dark'; button.setAttribute('aria-label', theme() === 'dark' ? 'Use the light theme' : 'Use the dark theme'); };
  onTheme(named);
  named();
  refill(document.getElementById('app')!, h('a', { class: 'skip', href: '#main', click: (e: Event) => { e.preventDefault(); main.querySelector<HTMLElement>('.view:not([hidden])')?.focus(); } }, 'Skip to the content'),
    h('header', { class: 'bar' }, h('div', { class: 'brand' }, mark(), h('span', { class: 'title', title }, title)), nav, button), main,
    h('footer', {}, 'Made by cgsd. This page is one file: it loads nothing and sends nothing.'));
  window.addEventListener('hashchange', route);
  window.addEventListener('popstate', route);
  window.addEventListener('beforeprint', () => {
    for (const s of sections) if (s.id !== 'map' && s.id !== 'nodes') show(s).hidden = false;
    print(true);
    drawNow();
  });
  window.addEventListener('afterprint', () => { print(false); route(); });
  route();
}

async function start(): Promise<void> {
  apply();
  // Charts and the map are drawn with the font that is there at that moment.
  const font = document.fonts.load('12px "Inter Variable"').catch(() => []);
  const { facts, arrays } = await read();
  await font;
  if (facts.kind === 'run') { const run = new Run(facts, arrays); frame(run.title, sectionsOf(facts, run)); }
  else frame(facts.name || 'Comparison', sectionsOfComparison(facts));
  document.documentElement.dataset.ready = 'yes';
}

start().catch((error: unknown) => {
  refill(document.getElementById('app')!, h('main', { class: 'failed' }, h('h1', {}, 'This page cannot be shown'),
    h('p', {}, typeof DecompressionStream === 'undefined' ? 'The browser is too old: Chrome 103, Firefox 113 or Safari 16.4 can show it.' : String(error))));
});
