import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readToken, readUrl } from './settings.ts';

describe('the service that the release command calls', () => {
  const urlOf = (environment: Record<string, string>) => readUrl({ environment, rootFolder: '/nowhere' });

  it.each([
    [{}, 'http://127.0.0.1:3001', 'the default'],
    [{ OPERATOR_PORT: '' }, 'http://127.0.0.1:3001', 'the default'],
    [{ OPERATOR_PORT: '1' }, 'http://127.0.0.1:1', 'OPERATOR_PORT'],
    [{ OPERATOR_PORT: '65535' }, 'http://127.0.0.1:65535', 'OPERATOR_PORT'],
    [{ RELEASE_URL: 'https://ops.example', OPERATOR_PORT: '4129' }, 'https://ops.example', 'RELEASE_URL'],
  ])('with %j is %s, from %s', (environment, value, source) => {
    expect(urlOf(environment)).toEqual({ value, source });
  });

  it.each(['0', '65536', '80x', '-1', '3001.5'])('cannot be at the port %s', (port) => {
    expect(() => urlOf({ OPERATOR_PORT: port })).toThrow(
      `OPERATOR_PORT must be a port from 1 to 65535; got "${port}".`,
    );
  });
});

describe('the token of the release command', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'funnel-token-'));
    for (const [folder, token] of [
      ['.data', 'of-the-default-folder'],
      ['elsewhere', 'of-another-folder'],
    ] as const) {
      mkdirSync(join(root, folder));
      writeFileSync(join(root, folder, 'operator-token'), `${token}\n`);
    }
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it.each([
    [{}, 'of-the-default-folder', '.data/operator-token'],
    [{ DATA_DIR: 'elsewhere' }, 'of-another-folder', 'elsewhere/operator-token'],
  ])('with %j is %s, without the end of its line, from %s', (environment, value, file) => {
    expect(readToken({ environment, rootFolder: root })).toEqual({ value, source: join(root, file) });
  });

  it('is that of the environment rather than that of the file', () => {
    const environment = { OPERATOR_TOKEN: 'of-the-environment' };
    expect(readToken({ environment, rootFolder: root })).toEqual({
      value: 'of-the-environment',
      source: 'OPERATOR_TOKEN',
    });
  });
});
