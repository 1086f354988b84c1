// Builds the page into one file, web/dist/report.html: script, style and font are inside, and the Content-Security-Policy
// names them by their hashes, so that nothing else runs and nothing is loaded.
import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

// The end of a script element inside a string would end the script.
const inScript = (code: string) => code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('there is no page');
      let script = '';
      let style = '';
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') script += inScript(part.code.trim());
        else if (name.endsWith('.css')) style += String(part.source).trim();
        else if (name !== 'index.html') throw new Error(`${name} should be inside the page`);
        if (name !== 'index.html') delete bundle[name];
      }
      const policy = [
        "default-src 'none'", `script-src ${hash(script)}`, `style-src ${hash(style)}`, 'img-src data: blob:', 'font-src data:',
        "base-uri 'none'", "form-action 'none'",
      ].join('; ');
      const html = String(page.source)
        .replace(/\s*<script type="module"[^>]*><\/script>/, '')
        .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
        .replace('<!-- policy -->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace('</head>', () => `<style>${style}</style>\n</head>`)
        .replace('</body>', () => `<script type="module">${script}</script>\n</body>`);
      page.fileName = 'report.html';
      page.source = html;
    },
  };
}

export default defineConfig({
  plugins: [oneFile()],
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 10_000_000,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
