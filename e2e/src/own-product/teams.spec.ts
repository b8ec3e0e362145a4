import { execFile } from 'node:child_process';
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
import { join } from 'node:path';
import { promisify } from 'node:util';

import { packPackages } from '@funnel/build/packages/pack-packages';
import { inRoot } from '@funnel/build/repository';

import type { Browser } from '@playwright/test';

import { expect, test, type Funnel } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';
import { servePackages } from '../support/package-registry.ts';

test.use({ productName: 'a funnel that gets a remote from another repository' });

/** The commands of a section of the guide, one text for each block. */
function commandsOf(title: string): readonly string[] {
  const guide = readFileSync(inRoot('docs/guides/own-repository.md'), 'utf8');
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = '']) => text);
  if (blocks.length === 0) throw new Error(`The guide has no commands under "${title}".`);
  return blocks;
}

/** Runs commands as they are typed, until one fails. Resolves to what they printed. */
async function type(cwd: string, commands: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  // The team's Node knows nothing of the repository's sources.
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } };
  const { stdout } = await promisify(execFile)('sh', ['-ec', commands ?? ''], options);
  return stdout;
}

const operator = ({ operatorsUrl, operatorToken }: Funnel) => ({
  RELEASE_URL: operatorsUrl,
  OPERATOR_TOKEN: operatorToken,
});

/** Writes the user's settings of npm with the line that the guide asks for. Returns the file. */
async function writeNpmrc(file: string, registryUrl: string): Promise<string> {
  const present = (await type(tmpdir(), 'npm config get userconfig', {})).trim();
  const settings = existsSync(present) ? readFileSync(present, 'utf8') : '';
  writeFileSync(file, `${settings}\n@funnel:registry=${registryUrl}/\n`);
  return file;
}

/** Opens the URL as a new visitor, and expects this heading. */
async function expectHeading(browser: Browser, url: string, name: string) {
  const page = await browser.newPage();
  await page.goto(url);
  await expect(heading(page, name)).toBeVisible();
  await page.close();
}

let home: string;
test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'team-'));
});
test.afterAll(() => rmSync(home, { recursive: true, maxRetries: 12, retryDelay: 100 }));

test('a team without this repository makes, checks, publishes and operates a remote', async ({
  browser,
  funnel,
}) => {
  const packed = await test.step('the platform packs the packages', () =>
    packPackages(join(home, 'packages')));
  const registry = await servePackages(packed);
  const work = join(home, 'work');
  const remote = join(work, 'mfe-survey');
  mkdirSync(work);

  const [tokenCommand] = commandsOf('Before');
  const printed = await type(inRoot(), tokenCommand, operator(funnel));
  const [token = ''] = printed.split('\n');
  const team = {
    RELEASE_URL: funnel.operatorsUrl,
    OPERATOR_TOKEN: token,
    npm_config_userconfig: await writeNpmrc(join(home, 'npmrc'), registry.url),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    // What a person answers when npm asks whether it may run the package.
    npm_config_yes: 'true',
  };
  try {
    const [create = ''] = commandsOf('1. Create it');
    const [createLine = '', ...installLines] = create.split('\n');
    await test.step('npm create', () =>
      // npm keeps packages that it ran once by their version, and an earlier run may have had other contents.
      type(work, createLine, { ...team, npm_config_cache: join(home, 'cache') }));
    await test.step('npm install', () => type(work, installLines.join('\n'), team));
    const [check] = commandsOf('2. Check it');
    await test.step('test, lint and check', async () => {
      expect(await type(remote, check, team)).toMatch(/mfe-survey 1\.0\.0: .*every gate is passed\n$/);
    });
    const [publish] = commandsOf('3. Publish it');
    await test.step('publish', async () => {
      expect(await type(remote, publish, team)).toBe('published mfe-survey@1.0.0\n');
      expect(await type(remote, publish, team)).toBe('already published, unchanged: mfe-survey@1.0.0\n');
    });

    const [release = ''] = commandsOf('4. Release it');
    await test.step('the token of the team cannot release', async () => {
      await expect(type(inRoot(), release, team)).rejects.toThrow('does not allow this: it needs certify');
    });
    await test.step('certify and promote', async () => {
      expect((await fetch(`${funnel.url}/survey`)).status).toBe(404);
      expect(await type(inRoot(), release, operator(funnel))).toMatch(/\/payment-success \/survey\)/);
    });
    await test.step('a visitor sees it', () => expectHeading(browser, `${funnel.url}/survey`, 'Survey'));

    await test.step('change, check and publish', async () => {
      const texts = join(remote, 'src/content/en.ts');
      writeFileSync(texts, readFileSync(texts, 'utf8').replace("'Survey'", "'Tell us more'"));
      const [change, promote] = commandsOf('5. Change it');
      expect(await type(remote, change, team)).toMatch(/published mfe-survey@1\.1\.0\n$/);
      await type(inRoot(), promote, operator(funnel));
      await expectHeading(browser, `${funnel.url}/survey`, 'Tell us more');
    });
    await test.step('find the line of an error', async () => {
      await type(remote, 'npx funnel-remote build --source-maps source-maps', team);
      const file = readdirSync(join(remote, 'dist')).find((name) => /^remote\.\w+\.js$/.test(name)) ?? '';
      const [before = ''] = readFileSync(join(remote, 'dist', file), 'utf8').split('Tell us more');
      const lines = before.split('\n');
      const place = `/remotes/mfe-survey/1.1.0/${file}:${lines.length}:${lines.at(-1)?.length}`;
      expect(await type(remote, `npx funnel-remote where ${place}`, team)).toMatch(
        /^src\/content\/en\.ts:\d+:\d+\n$/,
      );
    });
    await test.step('roll back', async () => {
      await type(inRoot(), commandsOf('6. Roll back')[0], operator(funnel));
      await expectHeading(browser, `${funnel.url}/survey`, 'Survey');
    });
  } finally {
    registry.close();
  }
});
