// Charts by Apache ECharts, in the look of the page. Tooltips are drawn, not marked up: a name cannot become HTML.
import { BarChart, BoxplotChart, CustomChart, LineChart, ScatterChart, SunburstChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { h, styled } from './dom';
import { onPaper, onTheme, variable } from './theme';

echarts.use([BarChart, BoxplotChart, CustomChart, LineChart, ScatterChart, SunburstChart, GridComponent, LegendComponent,
  MarkLineComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Options = Record<string, any>;

const live: { chart: echarts.ECharts; options: () => Options; element: HTMLElement }[] = [];
const drawings: (() => void)[] = [];
const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

function base(): Options {
  const font = variable('--font');
  return {
    animation: !calm.matches && !onPaper(), animationDuration: 400, backgroundColor: 'transparent',
    textStyle: { fontFamily: font, color: variable('--ink'), fontSize: 12 },
    tooltip: {
      renderMode: 'richText', backgroundColor: variable('--surface'), borderColor: variable('--line'), borderWidth: 1, padding: [8, 10],
      textStyle: { fontFamily: font, color: variable('--ink'), fontSize: 12 }, confine: true,
    },
    legend: { textStyle: { color: variable('--ink'), fontFamily: font }, itemWidth: 12, itemHeight: 12, top: 0, left: 0, icon: 'roundRect' },
  };
}

export function axis(extra: Options = {}): Options {
  return {
    nameLocation: 'middle', nameGap: 30, nameTextStyle: { color: variable('--quiet'), fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: variable('--line') } }, axisTick: { show: false },
    axisLabel: { color: variable('--quiet'), fontSize: 11, hideOverlap: true }, splitLine: { lineStyle: { color: variable('--faint') } },
    ...extra,
  };
}

export const grid = (extra: Options = {}) => ({ left: 52, right: 16, top: 36, bottom: 44, ...extra });

interface Place { value: (i: number) => number; coord: (at: [number, number]) => [number, number]; size: (of: [number, number]) => [number, number]; visual: (what: string) => string }

// Cells [column, row, what the colour shows, what is written]. ECharts' own heat map draws them in a later frame, too late for a printer.
export function tiles(cells: (readonly (number | null)[])[], gap: number, words: (x: number) => string): Options {
  return { type: 'custom', data: cells, renderItem: (_: unknown, api: Place) => {
    const [x, y] = api.coord([api.value(0), api.value(1)]);
    const [width, height] = api.size([1, 1]);
    const fill = Number.isNaN(api.value(2)) ? variable('--faint') : api.visual('color');
    return { type: 'rect', shape: { x: x - width / 2 + gap / 2, y: y - height / 2 + gap / 2, width: width - gap, height: height - gap, r: gap > 0 ? 3 : 0 }, style: { fill },
      textContent: { style: { text: words(api.value(3)), fill: variable('--ink'), font: `12px ${variable('--font')}` } }, textConfig: { position: 'inside' } };
  } };
}

// A chart with a name for those who cannot see it. `options` is asked again if the theme changes.
export function chart(label: string, height: number, options: () => Options, ready?: (chart: echarts.ECharts) => void): HTMLElement {
  const element = styled(h('div', { class: 'chart', role: 'img', 'aria-label': label }), { height: `${height}px` });
  const draw = () => {
    if (element.clientWidth === 0) return;
    let entry = live.find((l) => l.element === element);
    if (!entry) {
      const made = echarts.init(element, undefined, { renderer: 'canvas' });
      entry = { chart: made, options, element };
      live.push(entry);
      made.setOption({ ...base(), ...merged(options()) });
      ready?.(made);
    } else entry.chart.resize();
  };
  drawings.push(draw);
  new ResizeObserver(draw).observe(element);
  return element;
}

// At once, for a printer does not wait for what a browser would draw in the next frame.
export function drawNow(): void {
  drawings.forEach((draw) => draw());
  for (const { chart: made } of live) made.getZr().flush();
}

function merged(options: Options): Options {
  const b = base();
  return { ...options, tooltip: { ...b.tooltip, ...options.tooltip }, ...(options.legend ? { legend: { ...b.legend, ...options.legend } } : { legend: { show: false } }) };
}

onTheme(() => {
  for (const { chart: made, options } of live) made.setOption({ ...base(), ...merged(options()) }, { notMerge: true });
});
