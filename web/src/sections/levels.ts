// Nested communities as rings: the middle is coarse, the rim is fine.
import { chart } from '../charts';
import { h } from '../dom';
import type { Nested } from '../facts';
import type { Run } from '../model';
import { colour, lettersOn, mix, variable } from '../theme';
import { count, counted } from '../words';

interface Ring { name: string; value?: number; children?: Ring[]; itemStyle: { color: string }; label: { color: string } }

export function levels(run: Run): HTMLElement[] {
  const facts = run.facts.run.levels!;
  const byId = new Map(facts.communities.map((c) => [c.id, c]));
  const found = new Map(run.communities.map((c, i) => [c.id, i]));
  const roots = facts.communities.filter((c) => c.parent === null);
  const tint = (c: Nested, hue: number | null, depth: number): string => {
    const own = found.get(c.id);
    if (own !== undefined) return colour(own);
    return hue === null ? variable('--line') : mix(colour(hue), variable('--paper'), Math.min(0.15 * depth, 0.6));
  };
  const ring = (c: Nested, hue: number | null, depth: number): Ring => {
    const next = found.get(c.id) ?? hue;
    const inner = found.has(c.id) ? 0 : depth;
    const children = c.children.map((id) => ring(byId.get(id)!, next, inner + 1));
    const fill = tint(c, next, inner);
    return { name: String(c.id), ...(children.length > 0 ? { children } : { value: c.size }), itemStyle: { color: fill }, label: { color: lettersOn(fill) } };
  };
  const rows = Array.from({ length: facts.count }, (_, level) => {
    const standing = facts.communities.filter((c) => c.level <= level && (c.children.length === 0 || c.children.every((id) => byId.get(id)!.level > level)));
    return h('li', {}, h('strong', {}, `Level ${level}`), ` ${counted(standing.length, 'community', 'communities')}${level === facts.found_level ? ', those of this run' : ''}`);
  });
  const words = run.facts.run.decisions?.find((d) => d.topic === 'levels')?.words;
  return [
    h('header', { class: 'head-line' }, h('h1', {}, 'Levels'), h('p', { class: 'hint' }, words ?? '')),
    h('div', { class: 'two' },
      chart(`Nested communities on ${facts.count} levels`, 560, () => ({
        tooltip: { trigger: 'item', formatter: (p: { name: string; value: number }) => (p.name ? `Community ${p.name}\n${counted(p.value, 'node')}` : '') },
        series: [{ type: 'sunburst', data: roots.map((c) => ring(c, null, 0)), radius: ['14%', '96%'], sort: undefined, nodeClick: 'rootToNode',
          itemStyle: { borderColor: variable('--surface'), borderWidth: 2, borderRadius: 4 }, emphasis: { focus: 'ancestor' },
          label: { rotate: 0, fontSize: 13, fontWeight: 600, minAngle: window.innerWidth < 640 ? 18 : 8 } }],
      })),
      h('div', {}, h('h2', { class: 'lesser' }, facts.count > 1 ? 'From coarse to fine' : 'One level'), h('p', { class: 'hint' }, facts.count > 1
        ? 'The middle holds the coarsest communities. A ring further out divides them; the angle of a part is its number of nodes. Click a part to look into it, and the middle to come back.'
        : 'Each part is a community; its angle is its number of nodes.'),
        h('ol', { class: 'plain' }, ...rows), table(facts.communities, found))),
  ];
}

function table(list: Nested[], found: Map<number, number>): HTMLElement {
  const shown = list.slice(0, 300);
  return h('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': 'Nested communities' }, h('table', { class: 'small' },
    h('thead', {}, h('tr', {}, ...['Community', 'Level', 'Part of', 'Nodes'].map((t) => h('th', { scope: 'col' }, t)))),
    h('tbody', {}, ...shown.map((c) => h('tr', {}, h('td', {}, String(c.id), found.has(c.id) ? h('span', { class: 'much' }, ' of this run') : null), h('td', {}, String(c.level)), h('td', {}, c.parent === null ? '–' : String(c.parent)), h('td', {}, count(c.size)))))));
}
