// Light or dark, as the reader's system says until the reader says otherwise; and colours that the colour-blind tell apart
// (Okabe & Ito 2008), in the order of the pictures of the documentation.

export type Theme = 'light' | 'dark';

const light = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b5a800', '#6f5fb5', '#7a5230', '#5f6b76'];
const dark = ['#3b9fdd', '#f0b429', '#22b88e', '#dd93bb', '#8accf2', '#f07a35', '#efe45a', '#a294e0', '#c09470', '#a9b4be'];

const listeners: (() => void)[] = [];
const variables = new Map<string, string>();
const system = window.matchMedia('(prefers-color-scheme: dark)');

function kept(): Theme | null {
  try {
    const theme = localStorage.getItem('cgsd-theme');
    return theme === 'light' || theme === 'dark' ? theme : null;
  } catch { return null; }
}
let chosen: Theme | null = kept();
let printing = false;

export const onPaper = () => printing;
export const theme = (): Theme => (printing ? 'light' : chosen ?? (system.matches ? 'dark' : 'light'));
export const onTheme = (listener: () => void) => void listeners.push(listener);

export function apply(): void {
  document.documentElement.dataset.theme = theme();
  variables.clear();
  for (const listener of listeners) listener();
}
export function toggle(): void {
  chosen = theme() === 'dark' ? 'light' : 'dark';
  try { localStorage.setItem('cgsd-theme', chosen); } catch { /* a page from a file may not keep anything */ }
  apply();
}
// Paper is white, whatever the screen is.
export function print(yes: boolean): void {
  printing = yes;
  document.documentElement.classList.toggle('paper', yes);
  apply();
}
system.addEventListener('change', () => { if (!chosen) apply(); });

// Beyond ten series the colours come again, paler and deeper in turn.
export function colour(i: number): string {
  const palette = theme() === 'dark' ? dark : light;
  const base = palette[i % palette.length]!;
  const round = Math.floor(i / palette.length);
  if (round === 0) return base;
  return mix(base, round % 2 === 1 ? '#ffffff' : '#000000', Math.min(0.25 + 0.1 * Math.floor((round - 1) / 2), 0.5));
}
export const silent = () => (theme() === 'dark' ? '#4a525b' : '#c3cad1');

const parts = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
export function mix(a: string, b: string, t: number): string {
  const [x, y] = [parts(a), parts(b)];
  return '#' + x.map((v, i) => Math.round(v + (y[i]! - v) * t).toString(16).padStart(2, '0')).join('');
}

// Letters on a colour: those of the two that contrast more (relative luminance of WCAG 2.2).
const luminance = (hex: string) => {
  const [r, g, b] = parts(hex).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
export function lettersOn(hex: string): string {
  const dark = '#14181d';
  const under = luminance(hex) + 0.05;
  return under / (luminance(dark) + 0.05) > 1.05 / under ? dark : '#ffffff';
}

// Viridis-like, but calm: from quiet to strong.
export function ramp(t: number): string {
  const stops = theme() === 'dark' ? ['#2c3a4a', '#2f6f9f', '#4fb0c6', '#f4e9a8'] : ['#e6edf3', '#8fc1dc', '#2f7fb5', '#0b3c5d'];
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  return mix(stops[i]!, stops[i + 1]!, at - i);
}

// A variable of the style sheet. Asked often, so remembered until the theme changes.
export function variable(name: string): string {
  let value = variables.get(name);
  if (value === undefined) variables.set(name, value = getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return value;
}
