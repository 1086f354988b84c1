// One node: where it is and why, its attributes, its neighbours.
import { h, styled } from '../dom';
import { lines, type Run } from '../model';
import { colour } from '../theme';
import { count, counted, score } from '../words';

const mostNeighbours = 40;
const mostWords = 30;

interface Doings { node(v: number): void; close(): void }

export function nodePanel(run: Run, v: number, does: Doings): HTMLElement {
  const c = run.community[v]!;
  const second = run.second[v]!;
  const confidence = run.confidence(v);
  const reasons = run.reasons(v);
  const dot = (i: number) => styled(h('span', { class: 'dot' }), { background: colour(i) });
  const facts: [string, (Node | string)[]][] = [['Community', [dot(c), run.communityName(c)]]];
  if (!Number.isNaN(confidence)) facts.push(['Confidence', [h('span', { class: 'meter' }, styled(h('span', {}), { width: `${100 * confidence}%` })), score(confidence)]]);
  facts.push(['Next best', second < 0 ? ['none'] : [dot(second), run.communityName(second)]]);
  if (run.hasStability) facts.push(['Stability', [score(run.stability(v))]]);
  if (run.label) facts.push(['Label', [run.className(v) || 'none']]);
  return h('div', {},
    h('div', { class: 'panel-head' }, h('h2', {}, run.name(v)), h('button', { type: 'button', class: 'close', 'aria-label': 'Close', click: does.close }, '×')),
    h('dl', { class: 'facts' }, ...facts.flatMap(([term, value]) => [h('dt', {}, term), h('dd', {}, ...value)])),
    reasons ? h('div', { class: 'why' }, h('h3', {}, 'Why it is here'), h('p', {}, reasons.place), h('p', {}, reasons.neighbours)) : null,
    reasons && reasons.speaksFor.length > 0 ? list('Speaks for its community', reasons.speaksFor, 'plus') : null,
    reasons && reasons.speaksAgainst.length > 0 ? list(second < 0 ? 'Speaks against it' : `Speaks for ${run.communityName(second).toLowerCase()}`, reasons.speaksAgainst, 'minus') : null,
    reasons ? null : h('p', { class: 'hint' }, `cgsd explain RUN ${JSON.stringify(run.name(v))} tells why it is here.`),
    attributes(run, v), neighbours(run, v, does, dot));
}

const list = (title: string, words: string[], kind: string) => h('div', { class: 'why' }, h('h3', {}, title), h('ul', { class: `reasons ${kind}` }, ...words.map((w) => h('li', {}, w.replaceAll(' %', '\u00a0%')))));

function attributes(run: Run, v: number): HTMLElement | null {
  const found = lines(run.held(v));
  if (run.columns.length === 0) return null;
  const shortened = (words: string[]) => (words.length > mostWords ? `${words.slice(0, mostWords).join(', ')} and ${count(words.length - mostWords)} more` : words.join(', '));
  return h('div', { class: 'why' }, h('h3', {}, 'Attributes'),
    found.length === 0 ? h('p', { class: 'hint' }, 'It has none.') : h('dl', { class: 'facts' }, ...found.flatMap(({ term, words }) => [h('dt', {}, term), h('dd', {}, shortened(words))])),
    run.facts.attributes && run.facts.attributes.left_out > 0 ? h('p', { class: 'hint' }, `${counted(run.facts.attributes.left_out, 'attribute')} left out of this page.`) : null);
}

function neighbours(run: Run, v: number, does: Doings, dot: (i: number) => HTMLElement): HTMLElement {
  const all = [...run.neighbours(v)].sort((a, b) => run.community[a]! - run.community[b]! || a - b);
  const shown = all.slice(0, mostNeighbours);
  return h('div', { class: 'why' }, h('h3', {}, counted(run.degree[v]!, 'neighbour')),
    h('div', { class: 'chips' }, ...shown.map((u) => h('button', { type: 'button', class: 'chip', click: () => does.node(u) }, dot(run.community[u]!), run.name(u)))),
    run.degree[v]! > shown.length ? h('p', { class: 'hint' }, `and ${count(run.degree[v]! - shown.length)} more`) : null);
}
