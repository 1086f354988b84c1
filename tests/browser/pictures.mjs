// Pictures of the page for README.md. Usage, in a directory with the packages of web/: node pictures.mjs PAGE OUTPUT_DIR
import { launch, open, section } from './browser.mjs';

const [, , file, out] = process.argv;
const browser = await launch();
const { page } = await open(browser, file, { viewport: { width: 1200, height: 750 }, deviceScaleFactor: 1 });
await page.waitForTimeout(500);
await page.screenshot({ path: `${out}/page_overview.png` });
await section(page, 'map');
await page.waitForTimeout(800);
await page.fill('#map-search', process.argv[4] ?? '');
await page.keyboard.press('Enter');
await page.waitForTimeout(1500);
await page.evaluate(() => window.scrollTo(0, 112));
await page.click('button[aria-label^="All"]');
await page.mouse.move(5, 5);
await page.waitForTimeout(1200);
await page.screenshot({ path: `${out}/page_map.png` });
await browser.close();
