import { spawnSync } from 'node:child_process';

import { inRoot } from '../repository.ts';
import { readAudit } from '../supply/read-audit.ts';
import { readArguments } from './command-line.ts';

readArguments('Usage: npm run audit:packages', {});

/** Exit status: 0 without known vulnerabilities or if the registry offers no audit, 1 with vulnerabilities or without a result. */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: inRoot(),
  encoding: 'utf8',
  maxBuffer: 64 * 2 ** 20,
});
const audit = readAudit(stdout ?? '');
if (audit.status === 'checked') {
  const found = audit.counts.map(([severity, count]) => `${count} ${severity}`).join(', ');
  console.log(
    found ? `Known vulnerabilities: ${found}. See npm audit --omit=dev` : 'No known vulnerabilities.',
  );
  process.exitCode = found ? 1 : 0;
} else {
  console.log(`Known vulnerabilities: not checked, ${audit.reason}.`);
  process.exitCode = audit.status === 'not offered' ? 0 : 1;
}
