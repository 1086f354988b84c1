// All nodes as a table: sorted, filtered, exported. Only the rows in view exist.
import { download, h, refill, say, styled } from '../dom';
import { lines, type Run } from '../model';
import type { Navigation } from '../navigation';
import { colour, onTheme } from '../theme';
import { count, field, fixed } from '../words';

interface TableColumn { title: string; share: number; numeric: boolean; key: (v: number) => number | string; cell: (v: number) => string }

const rowHeight = 36;
const spare = 8;

export function nodeTable(run: Run, go: Navigation): HTMLElement[] {
  const columns = columnsOf(run);
  let rows: Uint32Array = Uint32Array.from({ length: run.nodes }, (_, v) => v);
  let sorted = { column: -1, down: false };

  const words = h('input', { type: 'search', id: 'table-words', placeholder: 'Name or attribute', autocomplete: 'off' });
  const community = h('select', { id: 'table-community' }, h('option', { value: '' }, 'All communities'),
    ...run.communities.map((c, i) => h('option', { value: i }, `Community ${c.id} (${count(c.size)})`)));
  const sure = h('select', { id: 'table-sure' }, h('option', { value: '2' }, 'Any confidence'),
    ...[0.5, 0.7, 0.9].map((x) => h('option', { value: x }, `Below ${x}`)));
  const shown = h('p', { class: 'hint', role: 'status' });

  const head = h('div', { class: 'row head', role: 'row', 'aria-rowindex': 1 });
  const body = h('div', { class: 'rows', role: 'rowgroup' });
  const scroller = h('div', { class: 'scroller', tabindex: 0, role: 'table', 'aria-label': 'Nodes', 'aria-colcount': columns.length },
    h('div', { role: 'rowgroup', class: 'heads' }, head), body);
  styled(scroller, { '--columns': columns.map((c) => `minmax(0, ${c.share}fr)`).join(' '), '--least': `${columns.reduce((sum, c) => sum + c.share, 0) * 62}px` });

  const rowOf = (at: number) => {
    const v = rows[at]!;
    const row = h('div', { class: 'row', role: 'row', 'aria-rowindex': at + 2 });
    columns.forEach((c, i) => {
      const cell = h('div', { role: 'cell', class: c.numeric ? 'numeric' : '' });
      if (i === 0) cell.append(h('button', { class: 'link', type: 'button', click: () => go.node(v) }, c.cell(v)));
      else if (i === 1) cell.append(styled(h('span', { class: 'dot' }), { background: colour(run.community[v]!) }), c.cell(v));
      else { cell.textContent = c.cell(v); if (!c.numeric) cell.title = cell.textContent ?? ''; }
      row.append(cell);
    });
    return styled(row, { top: `${at * rowHeight}px` });
  };
  let drawn = '';
  const draw = (again = false) => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare);
    const last = Math.min(rows.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + spare);
    if (!again && drawn === `${first}-${last}`) return;
    drawn = `${first}-${last}`;
    refill(body, ...Array.from({ length: Math.max(0, last - first) }, (_, i) => rowOf(first + i)));
  };
  const arrange = () => {
    rows = filtered(run, { words: words.value, community: community.value, below: Number(sure.value) });
    if (sorted.column >= 0) order(rows, columns[sorted.column]!, sorted.down);
    body.style.height = `${rows.length * rowHeight}px`;
    scroller.setAttribute('aria-rowcount', String(rows.length + 1));
    scroller.scrollTop = 0;
    const all = run.facts.nodes.all > run.nodes ? ` shown here of ${count(run.facts.nodes.all)}; communities.csv has all` : '';
    shown.textContent = rows.length === run.nodes ? `${count(run.nodes)} nodes${all}` : `${count(rows.length)} of ${count(run.nodes)} nodes${all}`;
    draw(true);
  };
  const heads = columns.map((c, i) => {
    const button = h('button', { type: 'button', click: () => {
      sorted = { column: i, down: sorted.column === i ? !sorted.down : c.numeric && i > 1 };
      heads.forEach(({ cell }, j) => cell.setAttribute('aria-sort', j !== i ? 'none' : sorted.down ? 'descending' : 'ascending'));
      arrange();
      say(`Sorted by ${c.title}, ${sorted.down ? 'descending' : 'ascending'}`);
    } }, c.title);
    const cell = h('div', { role: 'columnheader', 'aria-sort': 'none', class: c.numeric ? 'numeric' : '' }, button);
    head.append(cell);
    return { cell };
  });

  let waiting = 0;
  words.addEventListener('input', () => { clearTimeout(waiting); waiting = window.setTimeout(arrange, 120); });
  community.addEventListener('change', arrange);
  sure.addEventListener('change', arrange);
  scroller.addEventListener('scroll', () => requestAnimationFrame(() => draw()), { passive: true });
  new ResizeObserver(() => draw(true)).observe(scroller);
  onTheme(() => draw(true));
  arrange();

  const exported = h('button', { type: 'button', class: 'button', click: () => {
    const text = [columns.map((c) => field(c.title)).join(','), ...Array.from(rows, (v) => columns.map((c) => field(plain(c, v))).join(','))].join('\n') + '\n';
    download(`${run.title.replace(/[^\p{L}\p{N}._-]+/gu, '_')}-nodes.csv`, text, 'text/csv');
    say(`${count(rows.length)} rows exported`);
  } }, 'Export CSV');
  return [h('header', { class: 'head-line' }, h('h1', {}, 'Nodes'), shown),
    h('div', { class: 'controls' },
      h('label', { for: 'table-words' }, 'Filter', words), h('label', { for: 'table-community' }, 'Community', community),
      h('label', { for: 'table-sure' }, 'Confidence', sure), exported),
    scroller];
}

// A number as programs read it; a name as it is, even if it is a dash.
const plain = (c: TableColumn, v: number) => (c.numeric ? c.cell(v).replace('−', '-').replace(/^–$/, '') : c.cell(v));

function columnsOf(run: Run): TableColumn[] {
  const numbers = (title: string, get: (v: number) => number, digits: number): TableColumn =>
    ({ title, share: 1.7, numeric: true, key: get, cell: (v) => fixed(get(v), digits) });
  const out: TableColumn[] = [
    { title: 'Node', share: 3, numeric: false, key: (v) => run.name(v), cell: (v) => run.name(v) },
    { title: 'Community', share: 1.6, numeric: true, key: (v) => run.communities[run.community[v]!]!.id, cell: (v) => String(run.communities[run.community[v]!]!.id) },
    numbers('Confidence', (v) => run.confidence(v), 4),
    { title: 'Next best', share: 1.5, numeric: true, key: (v) => (run.second[v]! < 0 ? NaN : run.communities[run.second[v]!]!.id), cell: (v) => (run.second[v]! < 0 ? '–' : String(run.communities[run.second[v]!]!.id)) },
  ];
  if (run.hasStability) out.push(numbers('Stability', (v) => run.stability(v), 3));
  out.push(numbers('Neighbours', (v) => run.degree[v]!, 0));
  if (run.label) out.push({ title: 'Label', share: 2, numeric: false, key: (v) => run.className(v), cell: (v) => run.className(v) });
  if (run.columns.length > 0) out.push({ title: 'Attributes', share: 6, numeric: false, key: (v) => attributes(run, v), cell: (v) => attributes(run, v) });
  return out;
}

function attributes(run: Run, v: number): string {
  return lines(run.held(v)).map(({ term, words }) => (term === 'has' ? words.join(', ') : `${term}: ${words.join(', ')}`)).join('; ');
}

interface Wanted { words: string; community: string; below: number }

function filtered(run: Run, wanted: Wanted): Uint32Array {
  const text = wanted.words.trim().toLowerCase();
  const out: number[] = [];
  // Attributes of very many nodes are not searched: it would take seconds at every key.
  const deep = run.nodes <= 20_000;
  for (let v = 0; v < run.nodes; ++v) {
    if (wanted.community !== '' && run.community[v] !== Number(wanted.community)) continue;
    if (wanted.below < 2 && !(run.confidence(v) < wanted.below)) continue;
    if (text !== '' && !run.name(v).toLowerCase().includes(text) && !run.className(v).toLowerCase().includes(text) &&
        !(deep && attributes(run, v).toLowerCase().includes(text))) continue;
    out.push(v);
  }
  return Uint32Array.from(out);
}

function order(rows: Uint32Array, column: TableColumn, down: boolean): void {
  const keys = new Map<number, number | string>();
  for (const v of rows) keys.set(v, column.key(v));
  const collator = new Intl.Collator('en', { numeric: true });
  rows.sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!];
    if (typeof x === 'string' || typeof y === 'string') return (down ? -1 : 1) * collator.compare(String(x), String(y)) || a - b;
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b; // none: last
    return (down ? y - x : x - y) || a - b;
  });
}
