// What the answer rests on. Each figure says in a sentence what to see in it.
import { axis, chart, grid, tiles, type Options } from '../charts';
import { h } from '../dom';
import type { Curvature, Manifest } from '../facts';
import type { Run } from '../model';
import { colour, mix, ramp, theme, variable } from '../theme';
import { count, counted, fixed, percent, score } from '../words';

const mostPoints = 15_000;

interface Exhibit { title: string; see: string; figure: HTMLElement; wide?: boolean }

export function evidence(run: Run): HTMLElement[] {
  const m = run.facts.run;
  const exhibits = [scatter(run), halves(m), predicted(m), strengths(m), spectrum(m), gaps(m), agreement(m), mixing(run), curvature(run.facts.curvature), confidence(run),
    classes(run), repetitions(m), losses(m)].filter((e): e is Exhibit => e !== null);
  const missing = [
    run.facts.scatter ? '' : 'a picture of the embedding (run cgsd detect with --report or --embedding)',
    m.stability ? '' : 'how firmly the communities stand (run cgsd detect with --stability 10)',
  ].filter(Boolean);
  return [
    h('header', { class: 'head-line' }, h('h1', {}, 'Evidence'), h('p', { class: 'hint' }, 'What the answer rests on, and how sure it can be.')),
    h('div', { class: 'exhibits' }, ...exhibits.map((e) => h('section', { class: e.wide ? 'exhibit wide' : 'exhibit' }, h('h2', {}, e.title), h('p', { class: 'see' }, e.see), e.figure))),
    ...(missing.length > 0 ? [h('p', { class: 'hint' }, `Not in this run: ${missing.join('; ')}.`)] : []),
  ];
}

const finite = (list: (number | null)[]) => list.map((x) => x ?? NaN);

function scatter(run: Run): Exhibit | null {
  const facts = run.facts.scatter;
  if (!facts) return null;
  const [x, y] = run.scatter();
  const step = Math.max(1, Math.ceil(run.nodes / mostPoints));
  const points = (c: number) => {
    const out: [number, number, number][] = [];
    for (let v = 0; v < run.nodes; v += step) if (run.community[v] === c) out.push([x[v]! / 65535, y[v]! / 65535, v]);
    return out;
  };
  const size = run.nodes < 400 ? 9 : run.nodes < 4000 ? 5 : 3;
  const together = facts.shares[0]! + facts.shares[1]!;
  return {
    title: 'The nodes as the method sees them', wide: true,
    see: `Communities should be clouds of their own. Two of ${counted(facts.dimensions, 'direction')} are drawn, which hold ${percent(together)} of the differences; clouds that overlap here may be apart in others.${step > 1 ? ` Every ${step}th node is drawn.` : ''}`,
    figure: chart('Scatter plot of the embedding, coloured by community', 420, () => ({
      grid: grid({ top: 16 }), xAxis: axis({ type: 'value', min: -0.02, max: 1.02, name: `first direction (${percent(facts.shares[0])})`, axisLabel: { show: false }, axisLine: { show: false } }),
      yAxis: axis({ type: 'value', min: -0.02, max: 1.02, name: `second direction (${percent(facts.shares[1])})`, nameGap: 14, axisLabel: { show: false }, axisLine: { show: false } }),
      tooltip: { trigger: 'item', formatter: (p: { value: [number, number, number] }) => `${run.name(p.value[2])}\n${run.communityName(run.community[p.value[2]]!)}` },
      series: run.communities.map((_, i) => ({ type: 'scatter', name: run.communityName(i), data: points(i), symbolSize: size, itemStyle: { color: colour(i), opacity: 0.8 } })),
    })),
  };
}

function halves(m: Manifest): Exhibit | null {
  const e = m.communities.halves;
  if (!e || e.candidates.length < 2) return null;
  const fits = finite(e.fits);
  const range = m.communities.nearly_as_good;
  const near = range && range.most > range.least ? ` From ${range.least} to ${range.most} are nearly as good.` : '';
  return {
    title: 'How many communities: one half tells the other',
    see: `Communities found in one half of the data are tried on the other half. The line peaks at the number that both halves support; ${m.communities.wanted ?? m.communities.count} were chosen.${near}`,
    figure: chart(`Fit of communities over their number; ${m.communities.wanted} chosen`, 300, () => lineOver(e.candidates, fits, { x: 'number of communities', y: 'fit', marked: m.communities.wanted })),
  };
}

function predicted(m: Manifest): Exhibit | null {
  const e = m.communities.stability;
  if (!e || e.candidates.length < 2) return null;
  return {
    title: 'How many communities: half the nodes predict the others',
    see: 'Near 1, communities of one half of the nodes hold in the other half too; the line falls once they are torn apart.',
    figure: chart('Prediction strength over the number of communities', 300, () => lineOver(e.candidates, finite(e.strengths), { x: 'number of communities', y: 'prediction strength', marked: m.communities.wanted, most: 1 })),
  };
}

interface LineNames { x: string; y: string; marked?: number; most?: number }

function lineOver(x: number[], y: number[], names: LineNames): Options {
  const quiet = variable('--quiet');
  const [least, most] = [Math.min(...x), Math.max(...x)];
  const place = ((names.marked ?? least) - least) / (most - least);  // words beside the axis would lie on its numbers
  return {
    grid: grid({ top: 24 }), xAxis: axis({ type: 'value', name: names.x, min: least, max: most, minInterval: 1, splitLine: { show: false } }),
    yAxis: axis({ type: 'value', name: names.y, nameGap: 38, scale: true, ...(names.most ? { max: names.most, min: 0 } : {}) }),
    tooltip: { trigger: 'axis', formatter: (p: { value: [number, number] }[]) => `${p[0]!.value[0]} communities: ${fixed(p[0]!.value[1], 3)}` },
    series: [{ type: 'line', data: x.map((a, i) => [a, y[i]]), symbolSize: 6, lineStyle: { width: 2.5, color: colour(0) }, itemStyle: { color: colour(0) },
      markLine: names.marked ? { symbol: 'none', silent: true, lineStyle: { color: quiet, type: 'dashed' }, label: { formatter: `chosen: ${names.marked}`, color: quiet, align: place < 0.2 ? 'left' : place > 0.8 ? 'right' : 'center' }, data: [{ xAxis: names.marked }] } : undefined }],
  };
}

const bars = (values: number[], names: { x: string; y: string; limit?: number; limitName?: string }, tint: (x: number, i: number) => string): Options => ({
  grid: grid({ top: 24 }), xAxis: axis({ type: 'category', data: values.map((_, i) => String(i + 1)), name: names.x }), yAxis: axis({ type: 'value', name: names.y, nameGap: 38 }),
  tooltip: { trigger: 'axis', formatter: (p: { name: string; value: number }[]) => `${p[0]!.name}: ${fixed(p[0]!.value, 4)}` },
  series: [{ type: 'bar', data: values.map((x, i) => ({ value: x, itemStyle: { color: tint(x, i) } })), barMaxWidth: 26,
    markLine: names.limit === undefined ? undefined : { symbol: 'none', silent: true, lineStyle: { color: variable('--quiet'), type: 'dashed' }, label: { formatter: names.limitName ?? '', position: 'insideEndTop', color: variable('--quiet') }, data: [{ yAxis: names.limit }] } }],
});

function strengths(m: Manifest): Exhibit | null {
  const t = m.communities.topology;
  if (!t || t.strengths.length === 0) return null;
  const values = finite(t.strengths).map(Math.abs);
  const unlike = t.disassortative > 0 ? ` ${counted(t.disassortative, 'of them shows', 'of them show')} groups whose members avoid each other.` : '';
  return {
    title: 'What the edges alone show',
    see: `Bars above the dashed line are structure that a random graph of the same degrees does not have: ${counted(t.beyond_bulk, 'bar')} here, the first of which is the graph as a whole.${unlike}`,
    figure: chart('Strength of the eigenvalues of the graph', 300, () => bars(values, { x: 'eigenvalue, by strength', y: 'strength', limit: 1, limitName: 'chance' }, (x) => (x > 1 ? colour(0) : variable('--line')))),
  };
}

function spectrum(m: Manifest): Exhibit | null {
  const values = finite(m.spectrum?.eigenvalues ?? []);
  if (values.length < 2) return null;
  return {
    title: 'Spectrum', see: 'As many small bars as there are communities, then a step: the wider the step, the clearer the number.',
    figure: chart('Eigenvalues of the normalised Laplacian', 300, () => bars(values, { x: 'eigenvalue', y: 'value' }, (_, i) => (i < m.communities.count ? colour(0) : variable('--line')))),
  };
}

function gaps(m: Manifest): Exhibit | null {
  const values = finite(m.communities.gaps ?? []);
  if (values.length < 2) return null;
  return {
    title: 'Eigengap', see: 'The tallest bar stands at the number of communities that the eigenvalues speak for.',
    figure: chart('Gaps between consecutive eigenvalues', 300, () => bars(values, { x: 'number of communities', y: 'gap' }, (_, i) => (i + 1 === m.communities.wanted ? colour(0) : variable('--line')))),
  };
}

function agreement(m: Manifest): Exhibit | null {
  const a = m.diffusion?.agreement;
  if (!a) return null;
  const rows: [string, number | null][] = [['neighbours', a.edges], ['neighbours of neighbours', a.paths], ['far apart', a.distant]];
  const values = rows.map(([, x]) => x ?? NaN);
  const words = m.decisions?.find((d) => d.topic === 'edges')?.words ?? '';
  return {
    title: 'Are linked nodes alike?', see: `To the right of 0: more alike than two nodes drawn at random; to the left: less. ${words}`,
    figure: chart('Agreement of attributes over distances in the graph', 220, () => ({
      grid: grid({ left: 150, top: 8, bottom: 40 }), xAxis: axis({ type: 'value', name: 'agreement of attributes' }), yAxis: axis({ type: 'category', data: rows.map(([n]) => n), inverse: true, splitLine: { show: false } }),
      tooltip: { trigger: 'item', formatter: (p: { name: string; value: number }) => `${p.name}: ${fixed(p.value, 3)}` },
      series: [{ type: 'bar', barWidth: 18, data: values.map((x) => ({ value: x, itemStyle: { color: x < 0 ? colour(1) : colour(0), borderRadius: 2 } })) }],
    })),
  };
}

function mixing(run: Run): Exhibit | null {
  const ratios = run.facts.mixing?.ratios;
  if (!ratios) return null;
  const c = ratios.length;
  const names = run.communities.map((x) => String(x.id));
  const cells = ratios.flatMap((row, a) => row.map((x, b) => [b, a, x === null ? null : Math.log2(Math.max(x, 1 / 16)), x] as const));
  const inside = ratios.map((row, a) => row[a] ?? 0).filter((x) => x > 1).length;
  return {
    title: 'Who is joined with whom', see: `Blue: joined more often than by chance; orange: less often. Blue on the diagonal means that members of a community stick together, as in ${count(inside)} of ${count(c)} here; blue beside it, that two communities seek each other.`,
    figure: chart('Edges between communities, beyond chance', Math.max(300, Math.min(520, 60 + 26 * c)), () => ({
      grid: grid({ left: 56, top: 8, bottom: 82 }), xAxis: axis({ type: 'category', data: names, name: 'community', splitLine: { show: false } }), yAxis: axis({ type: 'category', data: names, inverse: true, name: 'community', nameGap: 34, splitLine: { show: false } }),
      tooltip: { trigger: 'item', formatter: (p: { value: [number, number, number, number] }) => `${names[p.value[1]]} and ${names[p.value[0]]}: ${fixed(p.value[3], 2)} times as often as by chance` },
      visualMap: { min: -2.5, max: 2.5, dimension: 2, calculable: false, orient: 'horizontal', left: 'center', bottom: 0, itemWidth: 10, itemHeight: 160, text: ['more', 'less'], textStyle: { color: variable('--quiet') }, inRange: { color: diverging() } },
      series: [tiles(cells, c > 20 ? 0 : 2, (x) => (c <= 10 ? fixed(x, 1) : ''))],
    })),
  };
}

const diverging = () => {
  const middle = theme() === 'dark' ? '#262c33' : '#f4f5f6';
  const [less, more] = theme() === 'dark' ? ['#c07f1c', '#3588bd'] : ['#e3a63a', '#6fb1d8'];
  return [less, mix(less, middle, 0.5), middle, mix(more, middle, 0.5), more];
};

function curvature(c: Curvature | null): Exhibit | null {
  if (!c) return null;
  const names = [c.below_limit === null || c.below === 0 ? '' : `below ${fixed(c.below_limit, 0)}`, ...Array.from({ length: c.bins }, (_, i) => c.width < 1 ? fixed(c.first + i * c.width, 1) : fixed(Math.ceil(c.first + i * c.width), 0)), c.above_limit === null || c.above === 0 ? '' : `above ${fixed(c.above_limit, 0)}`];
  const kept = names.map((n, i) => [n, i] as const).filter(([n]) => n !== '');
  const at = (side: { percent?: number[] }) => kept.map(([, i]) => side.percent?.[i] ?? 0);
  const all = c.within.edges + c.between.edges;
  const medians = c.within.median !== undefined && c.between.median !== undefined ? ` Medians: ${fixed(c.within.median, 0)} within, ${fixed(c.between.median, 0)} between.` : '';
  return {
    title: 'Curvature within and between communities', wide: true,
    see: `If the two shapes differ, curvature tells edges within from edges between communities; if they lie on each other, it does not. ${percent(c.within.edges / all)} of the edges are within.${medians}`,
    figure: chart('Histograms of curvature within and between communities', 300, () => ({
      grid: grid(), legend: { data: ['within communities', 'between communities'] }, xAxis: axis({ type: 'category', data: kept.map(([n]) => n), name: 'Forman curvature' }), yAxis: axis({ type: 'value', name: '% of the edges of a kind', nameGap: 34 }),
      tooltip: { trigger: 'axis', formatter: (p: { name: string; seriesName: string; value: number }[]) => `${p[0]!.name}\n${p.map((s) => `${s.seriesName}: ${fixed(s.value, 1)} %`).join('\n')}` },
      series: [['within communities', at(c.within), 0], ['between communities', at(c.between), 1]].map(([name, data, i]) => ({ type: 'bar', name, data, barGap: '-100%', barCategoryGap: '8%', itemStyle: { color: colour(i as number), opacity: 0.62 } })),
    })),
  };
}

function confidence(run: Run): Exhibit {
  const { bins, none } = run.facts.confidence;
  return {
    title: 'How sure the method is', see: `The further right, the surer. Nodes on the left are worth a second look: the table of nodes sorts by confidence. It ranks; it is not a probability.${none > 0 ? ` ${counted(none, 'node has', 'nodes have')} no value.` : ''}`,
    figure: chart('Histogram of the confidence of nodes', 300, () => ({
      grid: grid({ top: 16 }), xAxis: axis({ type: 'category', data: bins.map((_, i) => (i / bins.length).toFixed(2)), name: 'confidence' }), yAxis: axis({ type: 'value', name: 'nodes', nameGap: 40 }),
      tooltip: { trigger: 'axis', formatter: (p: { dataIndex: number; value: number }[]) => `${(p[0]!.dataIndex / bins.length).toFixed(2)} to ${((p[0]!.dataIndex + 1) / bins.length).toFixed(2)}: ${counted(p[0]!.value, 'node')}` },
      series: [{ type: 'bar', data: bins.map((x, i) => ({ value: x, itemStyle: { color: ramp(0.25 + (0.7 * i) / bins.length) } })), barCategoryGap: '6%' }],
    })),
  };
}

function classes(run: Run): Exhibit | null {
  const counts = run.facts.classes?.counts;
  const names = run.facts.class_names;
  if (!counts || !names) return null;
  const cells = counts.flatMap((row, a) => { const sum = row.reduce((x, y) => x + y, 0); return row.map((x, b) => [b, a, sum > 0 ? x / sum : 0, x] as const); });
  return {
    title: 'Communities and labels', see: 'Each row is a community. One strong cell in a row: nearly all of its nodes have one label. Labels were not used to find the communities.',
    figure: chart('Shares of labels in each community', Math.max(260, Math.min(520, 80 + 30 * counts.length)), () => ({
      grid: grid({ left: 56, top: 8, bottom: 44 }), xAxis: axis({ type: 'category', data: names, name: 'label', splitLine: { show: false } }), yAxis: axis({ type: 'category', data: run.communities.map((c) => String(c.id)), inverse: true, name: 'community', nameGap: 34, splitLine: { show: false } }),
      tooltip: { trigger: 'item', formatter: (p: { value: [number, number, number, number] }) => `community ${run.communities[p.value[1]]!.id}, ${names[p.value[0]]}: ${counted(p.value[3], 'node')}, ${percent(p.value[2])}` },
      visualMap: { show: false, min: 0, max: 1, dimension: 2, inRange: { color: [0, 0.25, 0.5, 0.75, 1].map((t) => ramp(t * 0.55)) } },
      series: [tiles(cells, 2, (x) => (x > 0 && counts.length * names.length <= 120 ? count(x) : ''))],
    })),
  };
}

function repetitions(m: Manifest): Exhibit | null {
  const s = m.stability;
  if (!s) return null;
  const series = [['other seeds', s.seeds?.ari ?? []], ['resampled attributes', s.attributes?.ari ?? []]] as const;
  const shown = series.filter(([, ari]) => ari.length > 0);
  if (shown.length === 0) return null;
  return {
    title: 'How firmly it stands', see: `The communities were found again ${counted(s.runs, 'time')} with other seeds${s.attributes ? ' and as often from resampled attributes' : ''}. Points near 1: nearly the same communities each time. ${percent(s.nodes_that_stay)} of the nodes stay in 9 of 10 runs.`,
    figure: chart('Agreement of repeated runs', 220, () => ({
      grid: grid({ left: 140, top: 8 }), xAxis: axis({ type: 'value', min: Math.min(0, ...shown.flatMap(([, a]) => a)), max: 1, name: 'agreement with this run (ARI)' }), yAxis: axis({ type: 'category', data: shown.map(([n]) => n), inverse: true, splitLine: { show: false } }),
      tooltip: { trigger: 'item', formatter: (p: { value: [number, string] }) => score(p.value[0]) },
      series: shown.map(([name, ari], i) => ({ type: 'scatter', symbolSize: 12, data: ari.map((x) => [x, name]), itemStyle: { color: colour(i), opacity: 0.7 } })),
    })),
  };
}

function losses(m: Manifest): Exhibit | null {
  const curves: [string, (number | null)[]][] = m.training ? Object.entries(m.training.losses).filter(([n]) => n === 'total') : m.losses ? [['loss', m.losses]] : [];
  const first = curves[0];
  if (!first || first[1].length < 2) return null;
  return {
    title: 'Training', see: 'The line should fall and then level out; if it still falls at the end, more epochs may help.',
    figure: chart('Loss over epochs', 300, () => ({
      grid: grid({ top: 16 }), xAxis: axis({ type: 'value', name: 'epoch', min: 1, max: first[1].length }), yAxis: axis({ type: 'value', scale: true, name: 'loss', nameGap: 38 }),
      tooltip: { trigger: 'axis', formatter: (p: { value: [number, number] }[]) => `epoch ${p[0]!.value[0]}: ${fixed(p[0]!.value[1], 4)}` },
      series: [{ type: 'line', showSymbol: false, data: first[1].map((x, i) => [i + 1, x]), lineStyle: { width: 2, color: colour(0) } }],
    })),
  };
}
