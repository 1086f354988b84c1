// What the tool wrote into the page: facts as JSON, and large arrays packed behind them. The forms are described in
// src/cgsd/report/*.hpp and docs/output_files.md.

export interface Trait { attribute: string; label: string; kind: 'number' | 'date' | 'share'; direction: string; inside: number; outside: number; strength: number; words: string }
export interface Community {
  id: number; size: number; density: number | null; conductance: number | null; mean_confidence: number | null;
  set_apart: Trait[]; central_by: string; central: (string | number)[]; doubtful: (string | number)[];
}
export interface Nested { id: number; level: number; parent: number | null; children: number[]; size: number; end: string }
export interface Repetitions { mean_ari: number; least_ari: number; ari: number[]; communities: number[] }
type Numbers = (number | null)[];

export interface Manifest {
  cgsd: string; method: string; seed: number;
  data: {
    name: string; format: string; arguments: string[]; files: { file: string; bytes: number; sha256: string }[];
    nodes: number; edges: number; directed: boolean; weighted: boolean; reading: string[]; components: number; isolated: number;
    degree: { mean: number; median: number; minimum: number; maximum: number };
    attributes: { columns: number } | null; classes: { count: number; sizes: number[]; unlabelled: number } | null;
    homophily: { edge: number | null; adjusted: number | null } | null;
  };
  options: Record<string, unknown>;
  communities: {
    count: number; words?: string; confidence_by: string; list: Community[]; wanted?: number; wanted_by?: string;
    eigenvalues?: Numbers; gaps?: Numbers; criteria?: Record<string, number | null>; nearly_as_good?: { least: number; most: number };
    beyond_chance?: { any: boolean };
    halves?: { candidates: number[]; fits: Numbers; behind: Numbers; errors: Numbers };
    topology?: { beyond_bulk: number; disassortative: number; strengths: Numbers };
    stability?: { candidates: number[]; strengths: Numbers };
  };
  quality: Record<string, number | null>;
  explanation?: string;
  decisions?: { topic: string; words: string; figures: string }[];
  stability?: { runs: number; seeds: Repetitions | null; attributes: Repetitions | null; nodes_that_stay: number | null };
  previous?: Record<string, unknown>;
  levels?: { count: number; found_level: number; communities: Nested[] };
  diffusion?: {
    agreement?: { edges: number | null; paths: number | null; distant: number | null; significance: number | null };
    topology: { eigenvalues: Numbers; beyond_bulk: number };
  };
  spectrum?: { eigenvalues: Numbers };
  training?: { losses: Record<string, Numbers> };
  losses?: Numbers;
  warnings: string[];
  seconds: { total: number; stages: Record<string, number> };
  peak_memory_bytes: number | null;
}

export interface Curvature {
  first: number; width: number; bins: number; below: number; below_limit: number | null; above: number; above_limit: number | null;
  within: { edges: number; median?: number; percent?: number[] }; between: { edges: number; median?: number; percent?: number[] };
}

export interface RunFacts {
  kind: 'run'; title: string; run: Manifest; command: string; arrays: Directory;
  nodes: { all: number; shown: number; named: boolean };
  class_names?: string[];
  community_edges: [number, number, number][];
  map: { edges: number; edges_held: number };
  attributes: { sparse: boolean; columns: number; left_out: number } | null;
  explained: boolean;
  curvature: Curvature | null;
  mixing: { ratios: Numbers[] } | null;
  classes: { counts: number[][] } | null;
  confidence: { bins: number[]; none: number };
  scatter: { dimensions: number; shares: number[] } | null;
}

export interface Entry {
  method: string; dataset: string; mean: number | null; standard_error: number | null; mean_text: string; error_text: string; best: boolean;
  notes?: string[]; paper?: number; box?: [number, number, number, number, number]; values?: number[];
}
export interface Ranks { methods: string[]; mean_ranks: number[]; p: number | null; datasets: number; critical_difference: number | null; groups: number[][] }
export interface MetricFacts { name: string; title: string; better: 'higher' | 'lower' | 'neither'; entries: Entry[]; ranks: Ranks | null }
export interface ComparisonFacts {
  kind: 'comparison'; cgsd: string; name: string; command: string; methods: string[]; own: boolean[]; datasets: string[]; seeds: number[];
  cells: { wanted: number; finished: number }; metrics: MetricFacts[]; spec: unknown; arrays: Directory;
}
export type Facts = RunFacts | ComparisonFacts;

type Directory = Record<string, [string, number, number]>;
type Numeric = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

const kinds = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array } as const;

// The arrays by their names.
export class Arrays {
  constructor(private directory: Directory, private bytes: ArrayBuffer) {}
  has(name: string): boolean { return name in this.directory; }
  numbers(name: string): Numeric {
    const [type, at, count] = this.directory[name]!;
    return new kinds[type as keyof typeof kinds](this.bytes, at, count);
  }
  json<T>(name: string): T {
    const [, at, count] = this.directory[name]!;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.bytes, at, count))) as T;
  }
}

const text = (id: string) => document.getElementById(id)!.textContent ?? '';

async function unpacked(packed: string): Promise<ArrayBuffer> {
  if (packed === '') return new ArrayBuffer(0);
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

export async function read(): Promise<{ facts: Facts; arrays: Arrays }> {
  const facts = JSON.parse(text('facts')) as Facts;
  const arrays = new Arrays(facts.arrays, await unpacked(text('arrays').trim()));
  document.getElementById('arrays')!.remove();
  return { facts, arrays };
}
