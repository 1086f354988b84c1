// Opens the pages of a demo, people, Texas, Chameleon, a block model of 10^5 nodes, hostile names and a comparison; clicks,
// searches, sorts, filters, switches the theme and exports. Times and frames are printed, never tested.
// Usage: node pages.mjs CGSD SHARED_DIR OUTPUT_DIR
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { axe, equal, eventually, expect, faults, launch, open, section } from './browser.mjs';

const [, , cgsd, shared, out] = process.argv;
const run = (...words) => execFileSync(cgsd, words.map(String), { encoding: 'utf8', maxBuffer: 1 << 28 });
const data = (name) => resolve(shared, 'data', `${name}.npz`);
const megabytes = (file) => statSync(file).size / 1e6;

function communitiesOf(directory) {
  return JSON.parse(readFileSync(`${directory}/communities.json`, 'utf8'));
}

async function overview(page, stored, name) {
  await section(page, 'overview');
  const cards = Math.min(12, stored.communities.length);
  equal(await page.locator('.card').count(), cards, `${name}: cards`);
  expect((await page.locator('h1').innerText()).includes(stored.communities.length === 1 ? 'One' : String(stored.communities.length)), `${name}: the heading has the number`);
}

// Found by its name, then clicked in the middle of the map, where the search has put it.
async function map(page, stored, name) {
  await section(page, 'map');
  await page.waitForSelector('.stage canvas');
  const wanted = String(stored.nodes.name[3]);
  await page.fill('#map-search', wanted);
  await page.waitForSelector('#map-found li');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.panel-head h2');
  const chosen = await page.locator('.panel-head h2').innerText();
  expect(chosen.includes(wanted), `${name}: the panel shows ${wanted}, not ${chosen}`);
  expect((await page.locator('.panel').innerText()).includes(`Community ${stored.nodes.community[stored.nodes.name.findIndex((n) => String(n) === chosen)]}`), `${name}: the panel names the community`);
  await page.waitForTimeout(700);
  await page.click('.panel .close');
  const box = await page.locator('.stage').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('.panel-head h2', { timeout: 5000 }).catch(() => {});
  equal(await page.locator('.panel-head h2').first().innerText().catch(() => 'nothing'), chosen, `${name}: a click on a node chooses it`);
  const neighbour = page.locator('.panel .why .chip').first();
  if (await neighbour.count() > 0) {
    const next = await neighbour.innerText();
    await neighbour.click();
    equal(await page.locator('.panel-head h2').innerText(), next, `${name}: a neighbour can be chosen`);
  }
  for (const by of await page.locator('#map-colour option').evaluateAll((o) => o.map((x) => x.value))) {
    await page.selectOption('#map-colour', by);
    if (by === 'attribute') {
      await page.fill('#map-attribute', await page.locator('#map-attributes option').first().getAttribute('value'));
      await page.keyboard.press('Enter');
    }
    expect(await page.locator('.legend .keys').count() === 1, `${name}: a legend for ${by}`);
  }
  await page.selectOption('#map-colour', 'community');
  await page.selectOption('#map-level', 'communities');
  await page.waitForTimeout(300);
  await page.selectOption('#map-level', 'nodes');
  await page.focus('.stage');
  for (const key of ['ArrowLeft', 'ArrowDown', '+', '-', '0']) await page.keyboard.press(key);
}

async function table(page, stored, name) {
  await section(page, 'nodes');
  const n = stored.nodes.name.length;
  const firstCells = (column) => page.locator(`.rows .row > div:nth-child(${column})`).allInnerTexts();
  const shown = async () => (await page.locator('.view-nodes [role=status]').innerText()).replaceAll(',', '');
  expect((await shown()).startsWith(`${n} nodes`), `${name}: the table has all nodes: ${await shown()}`);
  await page.click('[role=columnheader]:nth-child(3) button');
  const falling = (await firstCells(3)).slice(0, 5).map(Number);
  const best = stored.nodes.confidence.filter((x) => x !== null).sort((a, b) => b - a);
  if (best.length > 5) falling.forEach((x, i) => expect(Math.abs(x - best[i]) < 2e-4, `${name}: row ${i} by falling confidence has ${x}, not ${best[i]}`));
  await page.click('[role=columnheader]:nth-child(3) button');
  const rising = (await firstCells(3)).slice(0, 5).map(Number);
  if (best.length > 5) rising.forEach((x, i) => expect(Math.abs(x - best[best.length - 1 - i]) < 2e-4, `${name}: row ${i} by rising confidence has ${x}`));
  await page.selectOption('#table-community', '0');
  expect((await shown()).startsWith(`${stored.communities[0].size} of ${n}`) || stored.communities[0].size === n, `${name}: filtered by community: ${await shown()}`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Export CSV')]);
  const lines = readFileSync(await download.path(), 'utf8').trimEnd().split('\n');
  equal(lines.length, stored.communities[0].size + 1, `${name}: lines of the exported file`);
  expect(lines[0].startsWith('Node,Community,Confidence,Next best'), `${name}: heading of the exported file`);
  await page.selectOption('#table-community', '');
  await page.fill('#table-words', String(stored.nodes.name[0]));
  await page.waitForTimeout(400);
  await eventually(async () => Number((await shown()).split(' ')[0]) >= 1, `${name}: filtered by name: ${await shown()}`);
  await page.fill('#table-words', '');
  await page.waitForTimeout(300);
}

async function themes(page, name, sections) {
  for (const theme of ['light', 'dark']) {
    equal(await page.evaluate(() => document.documentElement.dataset.theme), theme, `${name}: theme`);
    for (const id of sections) {
      await section(page, id);
      await page.waitForTimeout(250);
      await axe(page, `${name}, ${id}, ${theme}`);
    }
    await page.click('button.theme');
  }
}

async function narrow(page, name, sections) {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const id of sections) {
    await section(page, id);
    await page.waitForTimeout(150);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over <= 0, `${name}: ${id} is ${over} pixels too wide for a telephone`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

// A printer takes what is there when the event returns: every chart drawn on one canvas, in ink on white, whatever was shown before.
async function paper(page, name) {
  await page.click('button.theme');
  const printed = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const blank = (chart) => {
      const canvases = chart.querySelectorAll('canvas');
      if (canvases.length !== 1) return true;
      const { width, height } = canvases[0];
      return width < 600 || !canvases[0].getContext('2d').getImageData(0, 0, width, height).data.some((x) => x > 0);
    };
    const charts = [...document.querySelectorAll('.view:not(.view-map):not(.view-nodes) .chart')];
    const found = { theme: document.documentElement.dataset.theme, charts: charts.length, blank: charts.filter(blank).map((c) => c.getAttribute('aria-label')) };
    window.dispatchEvent(new Event('afterprint'));
    return found;
  });
  equal(printed.theme, 'light', `${name}: theme of the paper`);
  expect(printed.charts > 0 && printed.blank.length === 0, `${name}: not drawn on paper: ${printed.blank.join('; ')}`);
  equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', `${name}: theme after printing`);
  await page.click('button.theme');
}

async function sectionsOf(page) {
  return page.locator('nav a').evaluateAll((links) => links.map((a) => a.getAttribute('href').slice(1)));
}

async function wholePage(browser, file, stored) {
  const { page, context, name, ready } = await open(browser, file);
  console.log(`${name}: ${megabytes(file).toFixed(2)} MB, ready after ${ready} ms`);
  const sections = await sectionsOf(page);
  await overview(page, stored, name);
  await map(page, stored, name);
  await table(page, stored, name);
  await themes(page, name, sections);
  await narrow(page, name, sections);
  await section(page, 'run');
  expect((await page.locator('.command code').innerText()).startsWith('cgsd detect'), `${name}: the command that repeats the run`);
  await paper(page, name);
  await page.emulateMedia({ media: 'print' });
  expect(!(await page.locator('.bar').isVisible()), `${name}: no links on paper`);
  await context.close();
}

// The page must work from the first key press on.
async function byKeyboard(browser, file) {
  const { page, context, name } = await open(browser, file);
  await page.keyboard.press('Tab');
  equal(await page.evaluate(() => document.activeElement.className), 'skip', `${name}: the first stop`);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement.classList.contains('view')), `${name}: skips to the content`);
  await page.focus('nav a[href="#nodes"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.view-nodes:not([hidden])');
  await context.close();
}

async function hostile(browser) {
  const evil = ['<img src=x onerror=window.hacked=1>', '</script><script>window.hacked=2</script>', '"><svg onload=window.hacked=3>', "javascript:window.hacked=4", '{{constructor}}', '${window.hacked=5}'];
  const nodes = [...evil, '–', 'a−b', ...Array.from({ length: 30 }, (_, i) => `n${i}`)];
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  const edges = nodes.flatMap((a, i) => [1, 2, 3].map((d) => [a, nodes[(i + d) % nodes.length]]));
  writeFileSync(`${out}/evil.csv`, 'from,to\n' + edges.map((e) => e.map(quoted).join(',')).join('\n') + '\n');
  writeFileSync(`${out}/evil_nodes.csv`, `node,${quoted('<b onclick=window.hacked=6>age</b>')},town\n` + nodes.map((n, i) => [quoted(n), i % 18 < 9 ? 20 + i % 3 : 60 + i % 3, quoted(i % 2 ? '<script>window.hacked=7</script>' : '<style>*{display:none}</style>')].join(',')).join('\n') + '\n');
  run('detect', `${out}/evil.csv`, '-x', `${out}/evil_nodes.csv`, '-k', 2, '-o', `${out}/evil.cgsd`, '--report', '-q');
  const { page, context, name } = await open(browser, `${out}/evil.cgsd/report.html`);
  for (const id of await sectionsOf(page)) { await section(page, id); await page.waitForTimeout(200); }
  await section(page, 'map');
  await page.fill('#map-search', '<img');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.panel-head h2');
  equal(await page.locator('.panel-head h2').first().innerText(), evil[0], `${name}: a hostile name is text`);
  await page.selectOption('#map-colour', 'attribute');
  await page.hover('.stage');
  await section(page, 'evidence');
  const box = await page.locator('.chart').first().boundingBox();
  for (let i = 1; i < 10; ++i) await page.mouse.move(box.x + box.width * i / 10, box.y + box.height / 2);
  await section(page, 'nodes');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Export CSV')]);
  const exported = readFileSync(await download.path(), 'utf8').split('\n');
  for (const kept of ['–', 'a−b']) expect(exported.some((line) => line.startsWith(`${kept},`)), `${name}: ${kept} is exported as it is`);
  equal(await page.evaluate(() => window.hacked), undefined, `${name}: a name ran as a script`);
  equal(await page.locator('img').count(), 0, `${name}: a name became an image`);
  await context.close();
}

async function framesWhilePanning(page, what) {
  const box = await page.locator(what).boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.evaluate(() => {
    const frames = window.frames_ = [];
    const next = (t) => { if (window.frames_ === frames) { frames.push(t); requestAnimationFrame(next); } };
    requestAnimationFrame(next);
  });
  for (let i = 0, end = Date.now() + 3000; Date.now() < end; ++i) await page.mouse.move(middle.x + 120 * Math.sin(i / 8), middle.y + 80 * Math.cos(i / 8));
  const frames = await page.evaluate(() => { const seen = window.frames_; window.frames_ = null; return seen; });
  await page.mouse.up();
  return (frames.length - 1) * 1000 / (frames.at(-1) - frames[0]);
}

async function large(browser) {
  run('generate', '--nodes', 100_000, '--communities', 10, '--heterophily', 0.2, '--mean-degree', 10, '-o', `${out}/blocks.npz`, '-q');
  run('detect', `${out}/blocks.npz`, '--method', 'leiden', '-o', `${out}/blocks.cgsd`, '--report', '-q');
  const file = `${out}/blocks.cgsd/report.html`;
  expect(megabytes(file) <= 25, `blocks: ${megabytes(file)} MB`);
  const { page, context, name, ready } = await open(browser, file);
  await section(page, 'map');
  await page.waitForSelector('.stage canvas', { timeout: 120_000 });
  await page.waitForTimeout(3000);
  await framesWhilePanning(page, '.stage');  // the first drawing may still be under way
  await page.waitForTimeout(2000);
  const rate = await framesWhilePanning(page, '.stage');
  // The same movements over a page with nothing on it: what this machine can do at the moment.
  const empty = await context.newPage();
  await empty.setContent('<div id="x" style="width:800px;height:560px;background:#eee"></div>');
  const most = await framesWhilePanning(empty, '#x');
  await empty.close();
  console.log(`${name}: ${megabytes(file).toFixed(2)} MB, ready after ${ready} ms, ${rate.toFixed(1)} frames per second while panning (${most.toFixed(1)} on an empty page)`);
  expect(rate > 0, `${name}: the map does not move`);
  await section(page, 'nodes');
  expect((await page.locator('.view-nodes [role=status]').innerText()).includes('100,000 nodes'), `${name}: the table has all nodes`);
  expect(await page.locator('.rows .row').count() < 100, `${name}: only rows in view exist`);
  await page.locator('.scroller').evaluate((e) => { e.scrollTop = e.scrollHeight; });
  await eventually(async () => (await page.locator('.rows .row').last().getAttribute('aria-rowindex')) === '100001', `${name}: the last row can be reached`);
  await context.close();
}

// Beyond 120,000 nodes the map begins with the communities; a click on one opens it.
async function beyond(browser) {
  run('generate', '--nodes', 125_000, '--communities', 5, '--heterophily', 0.2, '--mean-degree', 6, '-o', `${out}/beyond.npz`, '-q');
  run('detect', `${out}/beyond.npz`, '--method', 'leiden', '-o', `${out}/beyond.cgsd`, '--report', '-q');
  const { page, context, name } = await open(browser, `${out}/beyond.cgsd/report.html`);
  await section(page, 'map');
  await page.waitForSelector('.stage canvas');
  equal(await page.inputValue('#map-level'), 'communities', `${name}: begins with communities`);
  await page.waitForTimeout(1000);
  const box = await page.locator('.stage').boundingBox();
  const over = () => page.locator('.stage').evaluate((e) => e.classList.contains('over'));
  search: for (let y = 0.1; y < 1; y += 0.1) {
    for (let x = 0.1; x < 1; x += 0.06) {
      const at = [box.x + x * box.width, box.y + y * box.height];
      await page.mouse.move(...at);
      await page.waitForTimeout(30);
      if (!await over()) continue;
      await page.mouse.click(...at);
      break search;
    }
  }
  await eventually(async () => await page.inputValue('#map-level') === 'nodes', `${name}: a community opens`);
  await context.close();
}

async function comparison(browser) {
  run('compare', '--data', 'karate,trade', '--methods', 'leiden,default,louvain,spectral,kmeans', '--seeds', 3, '-o', `${out}/compare.cgsd`, '-q');
  run('report', `${out}/compare.cgsd`, '-q');
  const { page, context, name } = await open(browser, `${out}/compare.cgsd/report.html`);
  equal(await page.locator('table.results tbody tr').count(), 5, `${name}: a row for each method`);
  equal(await page.locator('table.results tr.own').count(), 1, `${name}: ours stands out`);
  expect(await page.locator('td.best').count() >= 2, `${name}: the best of each dataset`);
  for (const metric of await page.locator('#compare-metric option').evaluateAll((o) => o.map((x) => x.value))) {
    await page.selectOption('#compare-metric', metric);
    await page.waitForFunction(() => document.querySelectorAll('.chart canvas').length >= 2, undefined, { timeout: 20_000 })
      .catch(() => expect(false, `${name}: boxes for metric ${metric}`));
  }
  await page.selectOption('#compare-metric', '0');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Export CSV')]);
  expect(readFileSync(await download.path(), 'utf8').startsWith('dataset,method,metric,mean'), `${name}: exported`);
  equal(await page.locator('table.results tr:has(th:text-is("kmeans")) td').first().innerText(), '–1', `${name}: a missing figure refers to its note`);
  expect((await page.locator('.notes li').innerText()).startsWith('1 '), `${name}: the note has its number`);
  expect((await page.locator('.view-compare').innerText()).includes('no figure of it: kmeans'), `${name}: says who is not ranked`);
  await repeated(page, name);
  await themes(page, name, await sectionsOf(page));
  await narrow(page, name, await sectionsOf(page));
  await paper(page, name);
  await context.close();
}

// What the page keeps is enough to repeat the comparison elsewhere.
async function repeated(page, name) {
  await section(page, 'run');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('text=Save spec.json')]);
  const spec = `${out}/spec.json`;
  await saved.saveAs(spec);
  const words = (await page.locator('.command code').first().innerText()).split(' ');
  run(...words.slice(1).map((w) => (w === 'spec.json' ? spec : w === 'again' ? `${out}/again.cgsd` : w)), '-q');
  const table = (directory) => run('compare', '-o', `${out}/${directory}`, '--format', 'csv').split('\n').filter((line) => !line.includes(',seconds,')).join('\n');
  equal(table('again.cgsd'), table('compare.cgsd'), `${name}: repeated by its command`);
}

const browser = await launch();
try {
  run('demo', '-o', `${out}/demo`, '-q');
  for (const name of ['karate', 'heterophilic']) {
    const { page, context } = await open(browser, `${out}/demo/${name}.html`);
    await themes(page, `demo, ${name}`, await sectionsOf(page));
    await context.close();
  }
  run('detect', 'people', '-o', `${out}/people.cgsd`, '--report', '--levels', '--stability', 2, '-q');
  await wholePage(browser, `${out}/people.cgsd/report.html`, communitiesOf(`${out}/people.cgsd`));
  await byKeyboard(browser, `${out}/people.cgsd/report.html`);
  if (existsSync(data('texas'))) {
    for (const name of ['texas', 'chameleon']) {
      run('detect', data(name), '-o', `${out}/${name}.cgsd`, '-q', '--embedding');
      run('report', `${out}/${name}.cgsd`, '-q');
      await wholePage(browser, `${out}/${name}.cgsd/report.html`, communitiesOf(`${out}/${name}.cgsd`));
    }
    expect(megabytes(`${out}/chameleon.cgsd/report.html`) <= 3, `chameleon: ${megabytes(`${out}/chameleon.cgsd/report.html`)} MB`);
  } else console.log('note: no shared data here, so Texas and Chameleon are left out');
  await hostile(browser);
  await comparison(browser);
  await large(browser);
  await beyond(browser);
} finally {
  await browser.close();
}
console.log(faults.length === 0 ? 'every page does what it should' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
