import { checkEmail } from '@funnel/contracts/email';

import { removeKeptDatabases } from '../backup/sqlite-files.ts';
import type { Database } from '../platform/database.ts';
import { exportPerson, erasePerson, type ErasureResult } from './personal-data.ts';

const usage = 'npm run privacy -- export|delete <email>';

interface Opened {
  readonly database: Database;
  /** SQLite's folder; null on PostgreSQL. */
  readonly dataDir: string | null;
}

interface Printed {
  /** 0 done, 1 not everything could be erased, 2 usage. */
  readonly status: number;
  readonly out: string;
  readonly notes: readonly string[];
}

const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function report(email: string, forgotten: ErasureResult, removedFiles: readonly string[]): string {
  const { rows, dropped, billing, mentions, remaining } = forgotten;
  const found = Object.entries(rows).filter(([, count]) => count > 0);
  const rest = [
    ...removedFiles.map((file) => `Removed: ${file}, an older copy of the whole database.`),
    ...remaining.map((column) => `Still in ${column}, which is not about visitors: change it by hand.`),
  ];
  if (found.length === 0 && mentions === 0) return [`Nothing is known about ${email}.`, ...rest].join('\n');
  return [
    `Forgotten: ${email}. Figures stay as they were.`,
    ...found.map(([name, count]) => `  ${name.padEnd(18)} ${plural(count, 'row')}`),
    ...(mentions > 0 ? [`  ${'in other texts'.padEnd(18)} ${plural(mentions, 'row')}`] : []),
    ...rest,
    ...Object.entries(dropped).map(
      ([kind, count]) => `Dropped before it was sent: ${count} of kind ${kind}.`,
    ),
    ...billing.map(
      (id) => `Still bills: subscription ${id}. Cancel it, and erase its customer, at the payment provider.`,
    ),
    'What was delivered before is with its receivers, and in backups made until now: ask for it to be erased there too.',
  ].join('\n');
}

/** What the command prints for its arguments. `open` is called only where there is something to do. */
export async function runPrivacy(args: readonly string[], open: () => Promise<Opened>): Promise<Printed> {
  const [command = '', email = '', ...more] = args;
  const isUsable = ['export', 'delete'].includes(command) && checkEmail(email) === 'ok' && more.length === 0;
  if (!isUsable) return { status: 2, out: '', notes: [usage] };
  const { database, dataDir } = await open();
  if (command === 'delete') {
    const forgotten = await erasePerson(database, email);
    const removed = dataDir === null ? [] : removeKeptDatabases(dataDir);
    const status = forgotten.remaining.length > 0 ? 1 : 0;
    return { status, out: report(email, forgotten, removed), notes: [] };
  }
  const tables = await exportPerson(database.db, email);
  const count = Object.values(tables).flat().length;
  return {
    status: 0,
    out: JSON.stringify({ email, exportedAt: new Date().toISOString(), tables }, null, 2),
    notes: [count === 0 ? `Nothing is known about ${email}.` : `${plural(count, 'row')} about ${email}.`],
  };
}
