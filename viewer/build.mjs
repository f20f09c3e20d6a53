// Builds bundle/page.html, the whole viewer as one page without data, from source/.
//   node build.mjs           write it
//   node build.mjs --check   compare only; exit status 1 if the committed page is not what source/ gives
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
const target = folder + 'bundle/page.html';
const mostGzipped = 150 * 1024;

const guide = folder + '../docs/guide/viewer.md';

/** What the guide says of each view, as plain text: the section `### TITLE` of each. */
function guideSections() {
  const sections = {};
  for (const part of readFileSync(guide, 'utf8').split(/^#{2,3} /m).slice(1)) {
    const [title, ...lines] = part.split('\n');
    sections[title.toLowerCase().replace(/\W/g, '')] = lines
      .join('\n')
      .replace(/^!\[.*$/gm, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/`/g, '')
      .trim()
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.replace(/\n(?!\* )/g, ' '))
      .join('\n\n');
  }
  const ids = [...readFileSync(folder + 'source/views/index.ts', 'utf8').matchAll(/from '\.\/(\w+)\.tsx'/g)].map((found) => found[1].toLowerCase());
  for (const id of ids) {
    if (!sections[id]) {
      throw new Error(`docs/guide/viewer.md has no section for the view ${id}`);
    }
  }
  return Object.fromEntries(ids.map((id) => [id, sections[id]]));
}

const guidePlugin = {
  name: 'guide',
  setup(plugin) {
    plugin.onResolve({ filter: /^guide:/ }, ({ path }) => ({ path, namespace: 'guide' }));
    plugin.onLoad({ filter: /.*/, namespace: 'guide' }, () => ({ contents: JSON.stringify(guideSections()), loader: 'json' }));
  },
};

/** A script that a worker runs, as a text. */
const workerPlugin = {
  name: 'worker',
  setup(plugin) {
    plugin.onResolve({ filter: /^worker:/ }, ({ path }) => ({ path: path.replace('worker:', ''), namespace: 'worker' }));
    plugin.onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path }) => ({ contents: await bundled(`source/live/${path}.ts`), loader: 'text' }));
  },
};

async function bundled(entry) {
  const result = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    charset: 'ascii',
    legalComments: 'none',
    target: 'es2022',
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [guidePlugin, workerPlugin],
  });
  return result.outputFiles[0].text.trimEnd();
}

function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const script = (await bundled('source/main.tsx')).replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const style = await bundled('source/style/main.css');
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'`;
const page = readFileSync(folder + 'source/page.html', 'utf8')
  .replace('%policy%', () => policy)
  .replace('%style%', () => style)
  .replace('%script%', () => script);

for (const mark of ['@title@', '@data@']) {
  if (page.split(mark).length !== 2) {
    throw new Error(`${mark} has to be in the page exactly once`);
  }
}
// It is compiled into a C++ program.
if (/[^\x00-\x7f]/.test(page)) {
  throw new Error('the page has characters that are not ASCII');
}
const gzipped = gzipSync(page, { level: 9 }).length;
const size = `${page.length} bytes, ${gzipped} gzipped`;
if (gzipped > mostGzipped) {
  throw new Error(`the page has ${size}; at most ${mostGzipped} are allowed`);
}
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== page) {
    console.error('bundle/page.html is not what source/ gives; run: npm run build');
    process.exit(1);
  }
  console.log(`bundle/page.html is what source/ gives: ${size}`);
} else {
  writeFileSync(target, page);
  console.log(`bundle/page.html: ${size}`);
}
