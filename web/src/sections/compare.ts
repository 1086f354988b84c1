// Methods side by side: a table, the scores of every seed, and ranks over datasets.
import { axis, chart, grid, type Options } from '../charts';
import { download, h, refill } from '../dom';
import type { ComparisonFacts, Entry, MetricFacts, Ranks } from '../facts';
import { colour, variable } from '../theme';
import { counted, field, fixed } from '../words';

export function compare(facts: ComparisonFacts): HTMLElement[] {
  const choice = h('select', { id: 'compare-metric' }, ...facts.metrics.map((m, i) => h('option', { value: i }, m.title)));
  const place = h('div', {});
  const show = () => { const metric = facts.metrics[Number(choice.value)]; if (metric) refill(place, ...ofMetric(facts, metric)); };
  choice.addEventListener('change', show);
  show();
  const left = facts.cells.wanted - facts.cells.finished;
  return [
    h('header', { class: 'hero' }, h('h1', {}, facts.name || 'Methods compared'),
      h('p', { class: 'size' }, `${counted(facts.methods.length, 'method')} · ${counted(facts.datasets.length, 'dataset')} · ${counted(facts.seeds.length, 'seed')}`),
      left > 0 ? h('p', { class: 'callout' }, `${counted(left, 'cell is', 'cells are')} not finished; the command below goes on with them.`) : null),
    h('div', { class: 'controls' }, h('label', { for: 'compare-metric' }, 'Figure', choice),
      h('button', { type: 'button', class: 'button', click: () => download('comparison.csv', csv(facts), 'text/csv') }, 'Export CSV')),
    place,
  ];
}

const csv = (facts: ComparisonFacts) => ['dataset,method,metric,mean,standard_error', ...facts.metrics.flatMap((m) => m.entries.map((e) => [e.dataset, e.method, m.name, e.mean ?? '', e.standard_error ?? ''].map((x) => field(String(x))).join(',')))].join('\n') + '\n';

function ofMetric(facts: ComparisonFacts, metric: MetricFacts): HTMLElement[] {
  const at = (method: string, dataset: string) => metric.entries.find((e) => e.method === method && e.dataset === dataset);
  const better = metric.better === 'neither' ? '' : `${metric.better === 'higher' ? 'Higher' : 'Lower'} is better; the best of a dataset is bold. Mean ± standard error over ${counted(facts.seeds.length, 'seed')}.`;
  const notes = [...new Set(metric.entries.flatMap((e) => e.notes ?? []))];
  return [
    h('section', { class: 'block' }, h('h2', {}, metric.title), h('p', { class: 'hint' }, better),
      h('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': `${metric.title} of methods on datasets` }, h('table', { class: 'results' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Method'), ...facts.datasets.map((d) => h('th', { scope: 'col', class: 'numeric' }, d)))),
        h('tbody', {}, ...facts.methods.map((m, i) => h('tr', { class: facts.own[i] ? 'own' : '' }, h('th', { scope: 'row' }, m), ...facts.datasets.map((d) => cell(at(m, d), notes))))))),
      notes.length > 0 ? h('ol', { class: 'notes' }, ...notes.map((n, i) => h('li', {}, h('sup', {}, i + 1), ' ', n))) : null),
    boxes(facts, metric, at),
    ...(metric.ranks ? [ranks(facts, metric, metric.ranks)] : []),
  ];
}

const cell = (e: Entry | undefined, notes: string[]) => h('td', { class: e?.best ? 'numeric best' : 'numeric' }, e?.mean_text ?? '–',
  e?.error_text ? h('span', { class: 'against' }, ` ± ${e.error_text}`) : null,
  e?.notes?.length ? h('sup', {}, e.notes.map((n) => notes.indexOf(n) + 1).join(', ')) : null);

function boxes(facts: ComparisonFacts, metric: MetricFacts, at: (m: string, d: string) => Entry | undefined): HTMLElement {
  const bounded = ['nmi', 'ami', 'ari', 'accuracy'].includes(metric.name);
  const least = Math.min(...metric.entries.flatMap((e) => e.values ?? []));
  const order = facts.methods.map((_, i) => i).sort((a, b) => Number(facts.own[a]) - Number(facts.own[b]) || b - a);
  const looks = seriesColours(facts);
  const options = (dataset: string) => (): Options => ({
    grid: grid({ left: 96, right: 24, top: 8, bottom: 40 }),
    xAxis: axis({ type: 'value', name: metric.title, scale: !bounded, ...(bounded ? { min: Math.min(0, Math.floor(least * 10) / 10), max: 1 } : {}) }),
    yAxis: axis({ type: 'category', data: order.map((i) => ({ value: facts.methods[i], ...(facts.own[i] ? { textStyle: { color: variable('--ink'), fontWeight: 600 } } : {}) })), splitLine: { show: false }, axisLabel: { color: variable('--quiet'), width: 86, overflow: 'truncate', interval: 0 } }),
    tooltip: { trigger: 'item', formatter: (p: { name: string; value: number[] }) => `${facts.methods[order[p.value[0]!] ?? 0] ?? p.name}` },
    series: [
      { type: 'boxplot', boxWidth: [8, 18], data: order.map((i) => ({ value: at(facts.methods[i]!, dataset)?.box ?? [], itemStyle: { color: facts.own[i] ? looks(i) : variable('--surface'), borderColor: looks(i), borderWidth: facts.own[i] ? 2 : 1.2, opacity: facts.own[i] ? 0.75 : 0.9 } })) },
      { type: 'scatter', symbolSize: 5, clip: false, data: order.flatMap((i, row) => (at(facts.methods[i]!, dataset)?.values ?? []).map((x) => ({ value: [x, row], ...(facts.own[i]
        ? { symbolSize: 9, itemStyle: { color: looks(i), borderColor: variable('--surface'), borderWidth: 1 } } : { itemStyle: { color: looks(i), opacity: 0.55 } }) }))), tooltip: { formatter: (p: { value: [number, number] }) => `${facts.methods[order[p.value[1]]!]}: ${fixed(p.value[0], 3)}` } },
    ],
  });
  const height = 60 + 26 * facts.methods.length;
  return h('section', { class: 'block' }, h('h2', {}, 'Every seed'),
    h('p', { class: 'hint' }, 'A box holds the middle half of the seeds, its line the median, a point each seed. The further boxes are apart, the less the difference is chance of the seeds. In colour: methods of cgsd.'),
    h('div', { class: 'exhibits' }, ...facts.datasets.map((d) => h('section', { class: 'exhibit' }, h('h3', {}, `${metric.title} on ${d}`), chart(`${metric.title} of each method on ${d}, a box each`, height, options(d))))));
}

// Ours stand out, whatever their place in the list.
function seriesColours(facts: ComparisonFacts): (i: number) => string {
  return (i) => {
    if (!facts.own[i]) return variable('--quiet');
    return colour(facts.own.slice(0, i).filter(Boolean).length);
  };
}

// Ranks fall from the middle outwards, so that no line crosses a name: the better half goes to the left, the best on top; the
// worse half to the right, the worst on top.
function ranks(facts: ComparisonFacts, metric: MetricFacts, r: Ranks): HTMLElement {
  const ranked = r.methods.map((m, i) => ({ m, rank: r.mean_ranks[i]! })).sort((a, b) => a.rank - b.rank);
  const half = Math.ceil(ranked.length / 2);
  const hung: Hung[] = ranked.map((x, k) => ({ ...x, left: k < half, row: k < half ? k : ranked.length - 1 - k, own: facts.own[facts.methods.indexOf(x.m)] ?? false }));
  const bars = r.groups.filter((g) => g.length > 1).map((g) => { const x = g.map((i) => r.mean_ranks[i]!); return [Math.min(...x), Math.max(...x)] as [number, number]; });
  const rows = half + 0.7 * bars.length + 1;
  const absent = facts.methods.filter((m) => !r.methods.includes(m));
  const without = absent.length === 0 ? '' : ` Not ranked, since a dataset has no figure of it: ${absent.join(', ')}.`;
  const p = r.p === null ? '' : ` Friedman’s test over ${counted(r.datasets, 'dataset')}: p ${r.p < 0.001 ? '< 0.001' : `= ${fixed(r.p, 3)}`}.`;
  return h('section', { class: 'block' }, h('h2', {}, 'Ranks over datasets'),
    h('p', { class: 'hint' }, `Mean rank by ${metric.title}; 1 is best. Methods joined by a bar cannot be told apart: their ranks differ by less than the critical difference of ${fixed(r.critical_difference, 2)} (Nemenyi, 5 %).${p}${without}`),
    chart(`Critical-difference diagram: ${ranked.map((x) => `${x.m} ${fixed(x.rank, 2)}`).join(', ')}`, 74 + 24 * rows, () => ({
      grid: grid({ left: 112, right: 112, top: 58, bottom: 16 }), tooltip: { show: false },
      xAxis: axis({ type: 'value', min: 1, max: Math.max(r.methods.length, 2), position: 'top', minInterval: 1, splitLine: { show: false }, axisTick: { show: true, lineStyle: { color: variable('--line') } } }),
      yAxis: { type: 'value', min: 0, max: rows, inverse: true, show: false },
      series: [{ type: 'custom', silent: true, clip: false, data: [0], renderItem: (_: unknown, api: { coord: (p: [number, number]) => [number, number] }) => diagram(facts, hung, { bars, critical: r.critical_difference }, api.coord.bind(api)) }],
    })));
}

interface Hung { m: string; rank: number; left: boolean; row: number; own: boolean }

function diagram(facts: ComparisonFacts, hung: Hung[], { bars, critical }: { bars: [number, number][]; critical: number | null }, coord: (p: [number, number]) => [number, number]): Options {
  const children: Options[] = [];
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, lineWidth: number) => children.push({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth, lineCap: 'round' } });
  const looks = seriesColours(facts);
  for (const { m, rank, left, row, own } of [...hung].sort((a, b) => Number(a.own) - Number(b.own))) {
    const [x, top] = coord([rank, 0]);
    const [, y] = coord([rank, bars.length * 0.7 + 0.9 + row]);
    const tint = own ? looks(facts.methods.indexOf(m)) : variable('--quiet');
    const away = left ? -1 : 1;
    line(x, top, x, y, tint, own ? 2.5 : 1.2);
    line(x, y, x + 10 * away, y, tint, own ? 2.5 : 1.2);
    children.push({ type: 'text', x: x + 15 * away, y, style: { text: `${m}  ${fixed(rank, 2)}`, fill: own ? variable('--ink') : variable('--quiet'), font: `${own ? 600 : 400} 12px ${variable('--font')}`, textAlign: left ? 'right' : 'left', textVerticalAlign: 'middle' } });
  }
  bars.forEach(([a, b], i) => { const [x1, y] = coord([a, 0.45 + 0.7 * i]); const [x2] = coord([b, 0]); line(x1 - 5, y, x2 + 5, y, variable('--ink'), 4); });
  if (critical !== null) yardstick(critical, coord, children, line);
  return { type: 'group', children };
}

// The critical difference as a length, from the best rank on.
function yardstick(critical: number, coord: (p: [number, number]) => [number, number], children: Options[], line: (x1: number, y1: number, x2: number, y2: number, stroke: string, lineWidth: number) => void): void {
  const [from, top] = coord([1, 0]);
  const [to] = coord([1 + critical, 0]);
  const y = top - 34;
  const ink = variable('--quiet');
  line(from, y, to, y, ink, 1.2);
  for (const x of [from, to]) line(x, y - 4, x, y + 4, ink, 1.2);
  children.push({ type: 'text', x: from, y: y - 7, style: { text: `critical difference ${fixed(critical, 2)}`, fill: ink, font: `400 11px ${variable('--font')}`, textAlign: 'left', textVerticalAlign: 'bottom' } });
}
