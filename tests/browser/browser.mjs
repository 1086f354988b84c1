// A browser that counts as faults what a page must not do: errors on the console, requests, violations of axe-core's rules.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.cwd() + '/');
const { chromium } = require('playwright-core');
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const faults = [];
export function expect(truth, what) {
  if (!truth) { faults.push(what); console.log(`FAULT ${what}`); }
}
export const equal = (found, wanted, what) => expect(found === wanted, `${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`);

export const launch = () => chromium.launch({
  executablePath: '/usr/bin/chromium',
  // Drawn in software, and silent: this browser talks to nobody.
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

// Opens a page from a file; `ready` is how long until it can be used.
export async function open(browser, file, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light', acceptDownloads: true, reducedMotion: 'reduce', ...settings });
  context.setDefaultTimeout(180_000);  // on a busy machine a software renderer may keep a click waiting
  const page = await context.newPage();
  const name = file.split('/').slice(-2).join('/');
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !/GPU stall|swiftshader|software/i.test(m.text())) expect(false, `${name}: console: ${m.text()}`); });
  page.on('pageerror', (e) => expect(false, `${name}: ${e.message}`));
  page.on('request', (r) => expect(/^(file|data|blob):/.test(r.url()), `${name}: request of ${r.url()}`));
  page.on('dialog', (d) => { expect(false, `${name}: dialog ${d.message()}`); void d.dismiss(); });
  const begin = Date.now();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('html[data-ready]', { timeout: 120_000 });
  return { page, context, name, ready: Date.now() - begin };
}

export async function axe(page, where) {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations
    .map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')} ${n.failureSummary?.split('\n')[1]?.trim() ?? ''}`).join(' | ')}`));
  for (const v of violations) expect(false, `${where}: ${v}`);
}

export async function section(page, id) {
  await page.click(`nav a[href="#${id}"]`);
  await page.waitForSelector(`.view-${id}:not([hidden])`);
}

// What a page does a moment later is waited for, on a busy machine too.
export async function eventually(ask, what) {
  for (let tries = 0; tries < 100; ++tries) {
    if (await ask()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(false, what);
}
