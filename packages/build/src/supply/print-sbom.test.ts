import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { printSbom } from './print-sbom.ts';

it('says which workspace is not linked and what links it, also if npm was started with --silent', () => {
  const root = mkdtempSync(join(tmpdir(), 'sbom-'));
  const write = (path: string, text: object) => writeFileSync(join(root, path), JSON.stringify(text));
  mkdirSync(join(root, 'mfe-survey'));
  write('package.json', { name: 'product', version: '1.0.0', private: true, workspaces: ['mfe-*'] });
  write('mfe-survey/package.json', { name: 'mfe-survey', version: '1.0.0', private: true });
  const environment = { ...process.env, npm_config_loglevel: 'silent' };
  expect(() => printSbom(root, ['mfe-survey'], environment)).toThrow(
    /^npm error code ESBOMPROBLEMS\nnpm error missing: mfe-survey@.*\n\nnode_modules does not fit package-lock\.json\. Run npm install, and then this command again\.$/s,
  );
  rmSync(root, { recursive: true });
});
