// How the answer was made, and how to get it again.
import type { ComparisonFacts, RunFacts } from '../facts';
import { download, h, say } from '../dom';
import { bytes, seconds } from '../words';

export function command(text: string): HTMLElement {
  const copy = h('button', { type: 'button', class: 'button', click: async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
      copy.textContent = 'Copied';
      setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
    } catch { say('This browser does not let a page copy; select the text instead'); }
  } }, 'Copy');
  return h('div', { class: 'command' }, h('code', { tabindex: 0 }, text), copy);
}

const pairs = (rows: [string, string | Node][]) => h('dl', { class: 'pairs' }, ...rows.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))));
const many = (list: HTMLElement) => { list.classList.add('many'); return list; };

// What was decided in words, and the figures that decided it below.
const decided = (words: string, figures: string) => h('span', {}, words, figures === '' ? null : h('span', { class: 'figures-of-it' }, figures));

const raw = (title: string, value: unknown) => {
  const details = h('details', {}, h('summary', {}, title));
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(h('pre', { tabindex: 0 }, JSON.stringify(value, null, 2)));
  });
  return details;
};

const made = () => h('p', { class: 'hint made' }, 'Drawn with Apache ECharts, sigma.js and graphology; set in Inter. Their licences allow it and are part of cgsd (web/licences.txt).');

export function manifest(facts: RunFacts): HTMLElement[] {
  const m = facts.run;
  const stages = Object.entries(m.seconds.stages).sort((a, b) => b[1] - a[1]);
  return [
    h('h1', {}, 'The run'),
    h('section', { class: 'block' }, h('h2', {}, 'To repeat it'), command(facts.command),
      h('p', { class: 'hint' }, `The same bytes come out with cgsd ${m.cgsd} and the same data.`)),
    h('div', { class: 'columns' },
    h('section', { class: 'block' }, h('h2', {}, 'What ran'), pairs([['cgsd', m.cgsd], ['method', m.method], ['seed', String(m.seed)],
      ['data', `${m.data.name} (${m.data.format})`], ['time', seconds(m.seconds.total)],
      ['memory', m.peak_memory_bytes === null ? '–' : bytes(m.peak_memory_bytes)]])),
    h('section', { class: 'block' }, h('h2', {}, 'Time by stage'), many(pairs(stages.map(([name, s]) => [name, seconds(s)]))))),
    ...(m.data.files.length === 0 ? [] : [h('section', { class: 'block' }, h('h2', {}, 'Files that were read'),
      h('ul', { class: 'files' }, ...m.data.files.map((f) => h('li', {}, h('strong', {}, f.file), ` ${bytes(f.bytes)}`, h('code', {}, `SHA-256 ${f.sha256}`)))))]),
    ...((m.decisions ?? []).length === 0 ? [] : [h('section', { class: 'block' }, h('h2', {}, 'What was decided'),
      pairs((m.decisions ?? []).map((d) => [d.topic, decided(d.words, d.figures)])))]),
    h('section', { class: 'block' }, h('h2', {}, 'Options'), many(pairs(Object.entries(m.options).map(([name, value]) => [name, String(value)])))),
    raw('Everything, as in manifest.json', m),
    made(),
  ];
}

export function comparisonManifest(facts: ComparisonFacts): HTMLElement[] {
  return [
    h('h1', {}, 'The comparison'),
    h('section', { class: 'block' }, h('h2', {}, 'To repeat it'), command('cgsd compare spec.json -o again'),
      h('p', { class: 'hint' }, `The same figures come out with cgsd ${facts.cgsd} and the same data. `,
        h('button', { type: 'button', class: 'link', click: () => download('spec.json', JSON.stringify(facts.spec, null, 2) + '\n', 'application/json') }, 'Save spec.json'))),
    h('section', { class: 'block' }, h('h2', {}, 'To go on with it'), command(facts.command),
      h('p', { class: 'hint' }, 'Cells that are finished are not done again.')),
    h('section', { class: 'block' }, h('h2', {}, 'What ran'), pairs([['cgsd', facts.cgsd], ['methods', facts.methods.join(', ')], ['datasets', facts.datasets.join(', ')],
      ['seeds', facts.seeds.join(', ')], ['cells', `${facts.cells.finished} of ${facts.cells.wanted}`]])),
    raw('Everything, as in spec.json', facts.spec),
    made(),
  ];
}
