import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { inRoot } from '../repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'run-program-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['succeeds', '', 0, 'true'],
  ['fails', 'process.exit(1)', 0, 'false'],
  ['ends with the status of Ctrl-C', 'process.exit(130)', 130, ''],
  [
    'is killed by Ctrl-C',
    `process.kill(process.pid, 'SIGINT'); setTimeout(() => undefined, 60_000)`,
    130,
    '',
  ],
])(
  'the caller of a program that %s goes on only if nothing was interrupted',
  (_, script, status, printed) => {
    const first = join(folder, 'first.cjs');
    writeFileSync(first, script);
    const program = `
    import { runProgram } from ${JSON.stringify(join(__dirname, 'run-program.ts'))};
    console.log(runProgram(process.execPath, ${JSON.stringify(relative(inRoot(), first))}, []));
  `;
    const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', program];
    const result = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: inRoot() });
    expect({ status: result.status, printed: result.stdout.trim() }).toEqual({ status, printed });
  },
);
