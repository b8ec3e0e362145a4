import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Folders whose Markdown files are not documentation of this repository. */
const skippedFolders = /^(\..*|node_modules|dist|dist\.next|fixtures|test-results|playwright-report)$/;

function markdownFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.test(entry.name) ? [] : markdownFiles(root, path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const withoutCodeBlocks = (text: string): string => text.replace(/^ *(`{3,})[^]*?^ *\1 *$/gm, '');

/** The targets of links and images, except those inside code. */
function linkTargets(text: string): string[] {
  const prose = withoutCodeBlocks(text).replace(/(`+)[^]*?\1/g, (code) =>
    code.includes('\n\n') ? code : '',
  );
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)];
  const definitions = [...prose.matchAll(/^\s*\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...definitions].map(([, target = '']) => target);
}

/** The anchors of the headings, as GitHub creates them. */
function anchorsOf(text: string): string[] {
  const counts = new Map<string, number>();
  return [...withoutCodeBlocks(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

function isBroken(root: string, file: string, target: string): boolean {
  const [path = '', anchor] = decodeURI(target).split('#');
  const linked = path === '' ? join(root, file) : resolve(root, dirname(file), path);
  if (!existsSync(linked)) return true;
  if (anchor === undefined || !linked.endsWith('.md')) return false;
  return !anchorsOf(readFileSync(linked, 'utf8')).includes(anchor);
}

/** Relative links whose file, folder, or anchor does not exist, as `file: target`. */
function brokenLinks(root: string): string[] {
  return markdownFiles(root).flatMap((file) =>
    linkTargets(readFileSync(join(root, file), 'utf8'))
      .filter((target) => !/^([a-z][a-z+.-]*:|\/\/)/i.test(target))
      .filter((target) => isBroken(root, file, target))
      .map((target) => `${file}: ${target}`),
  );
}

/** Files about other repositories. */
const otherRepositories = /^(docs\/guides\/own-repository\.md$|packages\/create-remote\/templates\/)/;

/** A file with its extension or a folder with a slash at its end, without what is generated or hidden. */
const isPath = (code: string): boolean =>
  /^\w[\w.-]*(\/[\w.-]+)*(\/|\/[\w.-]+\.[a-z]+)$/.test(code) && !/(^|\/)(dist|node_modules)\//.test(code);

/**
 * Paths in code spans that do not exist, as `file: path`. A path begins at the root, at the file's folder, at a folder that
 * the file names, or at the `src` of one of them.
 */
function brokenPaths(root: string): string[] {
  return markdownFiles(root)
    .filter((file) => !otherRepositories.test(file))
    .flatMap((file) => {
      const text = withoutCodeBlocks(readFileSync(join(root, file), 'utf8'));
      const codes = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
      const named = codes.filter((code) => /^\w/.test(code) && existsSync(join(root, code)));
      const starts = ['', dirname(file), ...named].flatMap((start) => [start, join(start, 'src')]);
      return codes
        .filter((code) => isPath(code) && !starts.some((start) => existsSync(join(root, start, code))))
        .map((code) => `${file}: ${code}`);
    });
}

test('every path in the Markdown files of the repository exists', () => {
  expect(brokenPaths(join(__dirname, '../../../..'))).toEqual([]);
});

test('every relative link in the Markdown files of the repository resolves', () => {
  expect(brokenLinks(join(__dirname, '../../../..'))).toEqual([]);
});

test('every script of the root is in the list of commands', () => {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../../../package.json'), 'utf8'));
  const list = readFileSync(join(__dirname, '../../../../docs/commands.md'), 'utf8');
  const listed = [...list.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, script]) => script);
  expect(Object.keys(scripts).filter((script) => !listed.includes(script))).toEqual([]);
});

describe('in a folder with broken links and paths', () => {
  let root: string;
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'docs-links-'));
    write(
      'docs/guide.md',
      '# First `step`, in short\n\n## Again\n\n## Again\n\n```sh\n# not a heading\n```\n',
    );
    write('docs/src/kit/a.ts', '');
    write('docs/node_modules/skipped.md', '[a](nowhere.md)');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ['a file that exists', '[a](docs/guide.md)', []],
    ['a folder that exists', '[a](docs)', []],
    ['an anchor that exists', '[a](docs/guide.md#first-step-in-short) [b](docs/guide.md#again-1)', []],
    ['an anchor in the same file', '# Here\n\n[a](#here) [b](#there)', ['README.md: #there']],
    ['another site', '[a](https://example.com/nowhere.md#x)', []],
    ['a missing file', '[a](docs/gone.md)', ['README.md: docs/gone.md']],
    ['a missing image', '![a](docs/gone.png "Title")', ['README.md: docs/gone.png']],
    ['a missing anchor', '[a](docs/guide.md#gone)', ['README.md: docs/guide.md#gone']],
    [
      'a comment in a code block as an anchor',
      '[a](docs/guide.md#not-a-heading)',
      ['README.md: docs/guide.md#not-a-heading'],
    ],
    ['a missing file in a definition', '[a]\n\n[a]: docs/gone.md', ['README.md: docs/gone.md']],
    ['text inside code', '`[a](docs/gone.md)`\n\n```\n[a](docs/gone.md)\n```', []],
  ])('checks a link to %s', (_, text, broken) => {
    write('README.md', text);
    expect(brokenLinks(root)).toEqual(broken);
  });

  it.each([
    ['a file that exists', '`docs/guide.md`', []],
    ['a folder that exists', '`docs/`', []],
    ['a file in a named folder', '`kit/a.ts` in `docs`', []],
    ['a file in a folder that is not named', '`kit/a.ts`', ['README.md: kit/a.ts']],
    ['a missing file', '`docs/gone.md`', ['README.md: docs/gone.md']],
    ['a missing folder', '`gone/`', ['README.md: gone/']],
    ['a pattern', '`docs/*.md`, `docs/<name>.md`, `docs/{a,b}.md`', []],
    ['what is generated', '`docs/dist/`, `dist/a.js`, `.cache/a.json`, `docs/node_modules/a.js`', []],
    ['a URL or a name', '`/docs/gone.md`, `gone/name`, `@funnel/gone`', []],
    ['text in a code block', '```\n`docs/gone.md`\n```', []],
  ])('checks a path: %s', (_, text, broken) => {
    write('README.md', text);
    expect(brokenPaths(root)).toEqual(broken);
  });
});
