// The nodes of a run: what is known of each, read from the packed arrays when it is asked for.
import type { Arrays, Community, RunFacts } from './facts';
import { amount } from './words';

export interface Column { name: string; label: string; kind: 'number' | 'date' | 'share'; zero: number; least: number | null; most: number | null; role?: string; source?: string; level?: string }
export interface Held { column: Column; amount: number }
export interface Reasons { place: string; neighbours: string; speaksFor: string[]; speaksAgainst: string[] }

const noShare = 65535;

export class Run {
  readonly nodes: number;
  readonly communities: Community[];
  readonly community: Uint32Array;
  readonly second: Int32Array;
  readonly degree: Uint32Array;
  readonly label: Int32Array | null;
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  readonly columns: Column[];
  readonly levels: number;
  private names: (string | number)[] | null;
  private numbers: Uint32Array | null;
  private confidences: Uint16Array;
  private stabilities: Uint16Array | null;
  private rows: Adjacency | undefined;
  private values: AttributeValues | undefined;
  private texts: { places: string[]; reasons: string[]; counts: Uint32Array; list: Uint32Array; starts: Uint32Array } | undefined;

  constructor(readonly facts: RunFacts, private arrays: Arrays) {
    this.communities = facts.run.communities.list;
    this.nodes = facts.nodes.shown;
    this.community = arrays.numbers('community') as Uint32Array;
    this.second = arrays.numbers('second') as Int32Array;
    this.degree = arrays.numbers('degree') as Uint32Array;
    this.label = arrays.has('label') ? (arrays.numbers('label') as Int32Array) : null;
    this.x = arrays.numbers('x') as Uint16Array;
    this.y = arrays.numbers('y') as Uint16Array;
    this.columns = arrays.has('attribute_columns') ? arrays.json<Column[]>('attribute_columns') : [];
    this.names = arrays.has('names') ? arrays.json<string[]>('names') : null;
    this.numbers = arrays.has('numbers') ? (arrays.numbers('numbers') as Uint32Array) : null;
    this.confidences = arrays.numbers('confidence') as Uint16Array;
    this.stabilities = arrays.has('stability') ? (arrays.numbers('stability') as Uint16Array) : null;
    let levels = 0;
    while (arrays.has(`level_${levels}`)) ++levels;
    this.levels = levels;
  }

  get title(): string { return this.facts.title; }
  get hasStability(): boolean { return this.stabilities !== null; }
  name(v: number): string { return this.names ? String(this.names[v]) : String(this.numbers ? this.numbers[v] : v); }
  confidence(v: number): number { return share(this.confidences[v]!); }
  stability(v: number): number { return this.stabilities ? share(this.stabilities[v]!) : NaN; }
  communityName(c: number): string { return `Community ${this.communities[c]!.id}`; }
  className(v: number): string { return this.label && this.label[v]! >= 0 ? (this.facts.class_names?.[this.label[v]!] ?? String(this.label[v])) : ''; }
  levelIds(level: number): Int32Array { return this.arrays.numbers(`level_${level}`) as Int32Array; }
  scatter(): [Uint16Array, Uint16Array] { return [this.arrays.numbers('scatter_x') as Uint16Array, this.arrays.numbers('scatter_y') as Uint16Array]; }

  // The node of that name; −1: there is none.
  find(name: string): number {
    for (let v = 0; v < this.nodes; ++v) if (this.name(v) === name) return v;
    return -1;
  }
  // Up to `most` nodes whose names contain the words; those that begin with them first.
  search(words: string, most: number): number[] {
    const wanted = words.trim().toLowerCase();
    if (wanted === '') return [];
    const first: number[] = [];
    const later: number[] = [];
    for (let v = 0; v < this.nodes && first.length < most; ++v) {
      const at = this.name(v).toLowerCase().indexOf(wanted);
      if (at === 0) first.push(v);
      else if (at > 0 && later.length < most) later.push(v);
    }
    return [...first, ...later].slice(0, most);
  }

  neighbours(v: number): Uint32Array {
    this.rows ??= new Adjacency(this.arrays.numbers('edge_counts') as Uint32Array, this.arrays.numbers('edge_targets') as Uint32Array);
    return this.rows.of(v);
  }
  // body(u, v) for about `most` edges, evenly spaced.
  forEdges(most: number, body: (u: number, v: number) => void): void {
    const counts = this.arrays.numbers('edge_counts');
    const targets = this.arrays.numbers('edge_targets');
    const step = Math.max(1, targets.length / most);
    let next = 0;
    for (let u = 0, i = 0; u < counts.length; ++u)
      for (const end = i + counts[u]!; i < end; ++i)
        if (i >= next) { body(u, targets[i]!); next += step; }
  }

  private attributeValues(): AttributeValues { return (this.values ??= new AttributeValues(this.facts, this.arrays, this.columns)); }
  // What a node has: of numbers all, of words and categories those that are there.
  held(v: number): Held[] { return this.columns.length === 0 ? [] : this.attributeValues().held(v); }
  column(j: number): Float32Array { return this.attributeValues().column(j, this.nodes); }

  reasons(v: number): Reasons | null {
    if (!this.facts.explained) return null;
    if (!this.texts) {
      const counts = this.arrays.numbers('reason_counts') as Uint32Array;
      const starts = new Uint32Array(counts.length + 1);
      for (let i = 0; i < counts.length; ++i) starts[i + 1] = starts[i]! + counts[i]!;
      this.texts = { places: this.arrays.json('places'), reasons: this.arrays.json('reasons'), counts, list: this.arrays.numbers('reason_list') as Uint32Array, starts };
    }
    const { places, reasons, list, starts } = this.texts;
    const side = (i: number) => Array.from(list.subarray(starts[i]!, starts[i + 1]!), (r) => reasons[r]!);
    return { place: places[2 * v]!, neighbours: places[2 * v + 1]!, speaksFor: side(2 * v), speaksAgainst: side(2 * v + 1) };
  }
}

const share = (x: number) => (x === noShare ? NaN : x / (noShare - 1));

// Neighbours of both directions, from the edges to higher nodes.
class Adjacency {
  private starts: Uint32Array;
  private targets: Uint32Array;
  constructor(counts: Uint32Array, upper: Uint32Array) {
    const n = counts.length;
    this.starts = new Uint32Array(n + 1);
    for (let u = 0, i = 0; u < n; ++u)
      for (const end = i + counts[u]!; i < end; ++i) { this.starts[u + 1]!++; this.starts[upper[i]! + 1]!++; }
    for (let u = 0; u < n; ++u) this.starts[u + 1]! += this.starts[u]!;
    const next = this.starts.slice(0, n);
    this.targets = new Uint32Array(2 * upper.length);
    for (let u = 0, i = 0; u < n; ++u)
      for (const end = i + counts[u]!; i < end; ++i) {
        const v = upper[i]!;
        this.targets[next[u]!++] = v;
        this.targets[next[v]!++] = u;
      }
  }
  of(v: number): Uint32Array { return this.targets.subarray(this.starts[v], this.starts[v + 1]); }
}

class AttributeValues {
  private starts: Uint32Array | null = null;
  private places: Uint32Array | null = null;
  private amounts: Float32Array | null = null;
  constructor(facts: RunFacts, arrays: Arrays, private columns: Column[]) {
    if (arrays.has('attributes')) this.amounts = arrays.numbers('attributes') as Float32Array;
    if (!facts.attributes?.sparse) return;
    const counts = arrays.numbers('attribute_counts');
    this.places = arrays.numbers('attribute_places') as Uint32Array;
    this.starts = new Uint32Array(counts.length + 1);
    for (let v = 0; v < counts.length; ++v) this.starts[v + 1] = this.starts[v]! + counts[v]!;
  }
  held(v: number): Held[] {
    const out: Held[] = [];
    if (this.starts && this.places) {
      for (let i = this.starts[v]!; i < this.starts[v + 1]!; ++i) out.push({ column: this.columns[this.places[i]!]!, amount: this.amounts ? this.amounts[i]! : 1 });
      return out;
    }
    const width = this.columns.length;
    this.columns.forEach((column, j) => {
      const x = this.amounts![v * width + j]!;
      if (column.kind !== 'share' || x !== 0) out.push({ column, amount: x });
    });
    return out;
  }
  column(j: number, nodes: number): Float32Array {
    const out = new Float32Array(nodes).fill(this.columns[j]!.zero);
    if (this.starts && this.places) {
      for (let v = 0; v < nodes; ++v)
        for (let i = this.starts[v]!; i < this.starts[v + 1]!; ++i) if (this.places[i] === j) out[v] = this.amounts ? this.amounts[i]! : 1;
      return out;
    }
    for (let v = 0; v < nodes; ++v) out[v] = this.amounts![v * this.columns.length + j]!;
    return out;
  }
}

// Attributes as a person reads them: what was one column of a table is one line again.
export function lines(held: Held[]): { term: string; words: string[] }[] {
  const byTerm = new Map<string, string[]>();
  const add = (term: string, words: string) => byTerm.set(term, [...(byTerm.get(term) ?? []), words]);
  for (const { column, amount: x } of held) {
    if (column.kind !== 'share') add(column.source || column.label, amount(column.kind, x));
    else if (column.role === 'yes_no') add(column.source || column.label, x >= 0.5 ? 'yes' : 'no');
    else if (column.role === 'missing') add(column.source || column.label, 'missing');
    else if (column.level) add(column.source || 'has', column.level);
    else add('has', column.label);
  }
  return [...byTerm].map(([term, words]) => ({ term, words }));
}
