// Numbers as people read them.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (n: number) => whole.format(n);
export const counted = (n: number, one: string, many = one + 's') => `${count(n)} ${n === 1 ? one : many}`;

export const fixed = (x: number | null | undefined, digits: number) =>
  x === null || x === undefined || !Number.isFinite(x) ? '–' : x.toFixed(digits).replace('-', '−');
export const score = (x: number | null | undefined) => fixed(x, 2);

export function percent(x: number | null | undefined): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return '–';
  const p = 100 * x;
  return `${p > 0 && p < 10 && Math.round(p) !== p ? p.toFixed(1) : Math.round(p)}\u00a0%`;
}

export function seconds(s: number): string {
  if (s < 0.0005) return '< 1 ms';
  if (s < 0.0995) return `${Math.round(1000 * s)} ms`;
  if (s < 99.5) return `${s.toPrecision(s < 9.95 ? 2 : 3)} s`;
  return s < 5970 ? `${Math.round(s / 60)} min` : `${(s / 3600).toFixed(1)} h`;
}

export function bytes(n: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (n >= 1000 && unit < units.length - 1) { n /= 1000; ++unit; }
  return `${unit === 0 ? n : n.toPrecision(3)} ${units[unit]}`;
}

export function amount(kind: string, x: number): string {
  if (kind === 'date') return new Date(Math.floor(x) * 86_400_000).toISOString().slice(0, 10);
  if (Number.isInteger(x)) return Math.abs(x) >= 10_000 ? count(x) : String(x).replace('-', '−');
  return (Math.abs(x) >= 1000 ? x.toFixed(1) : String(Number(x.toPrecision(4)))).replace('-', '−');
}

// A field of a CSV file (RFC 4180).
export const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
