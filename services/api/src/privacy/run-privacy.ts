import { checkEmail } from '@funnel/contracts/email';

import { removeOldDatabases } from '../backup/sqlite-files.ts';
import type { Database } from '../platform/database.ts';
import { exportPerson, erasePerson, type ErasureResult } from './personal-data.ts';

const usage = 'npm run privacy -- export|delete <email>';

interface OpenedDatabase {
  readonly database: Database;
  /** SQLite's folder. Null on PostgreSQL. */
  readonly dataDir: string | null;
}

interface CommandOutput {
  /** 0 done, 1 not everything could be erased, 2 usage. */
  readonly status: number;
  readonly out: string;
  readonly notes: readonly string[];
}

const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function describeErasure(email: string, erasure: ErasureResult, removedFiles: readonly string[]): string {
  const { rows, deletedDeliveries, billing, mentions, remaining } = erasure;
  const found = Object.entries(rows).filter(([, count]) => count > 0);
  const rest = [
    ...removedFiles.map((file) => `Removed: ${file}, an older copy of the whole database.`),
    ...remaining.map((column) => `Still in ${column}, which is not about visitors: change it manually.`),
  ];
  if (found.length === 0 && mentions === 0) return [`No data about ${email}.`, ...rest].join('\n');
  return [
    `Erased: ${email}. Analytics are unchanged.`,
    ...found.map(([name, count]) => `  ${name.padEnd(18)} ${plural(count, 'row')}`),
    ...(mentions > 0 ? [`  ${'in other texts'.padEnd(18)} ${plural(mentions, 'row')}`] : []),
    ...rest,
    ...Object.entries(deletedDeliveries).map(
      ([kind, count]) => `Deleted before delivery: ${count} of kind ${kind}.`,
    ),
    ...billing.map(
      (id) => `Still bills: subscription ${id}. Cancel it, and erase its customer, at the payment provider.`,
    ),
    'Data that was delivered before is still at its receivers, and in existing backups. Have it erased there, too.',
  ].join('\n');
}

/** Runs the command and returns its output. `open` is called only for valid arguments. */
export async function runPrivacy(
  args: readonly string[],
  open: () => Promise<OpenedDatabase>,
): Promise<CommandOutput> {
  const [command = '', email = '', ...more] = args;
  const isUsable = ['export', 'delete'].includes(command) && checkEmail(email) === 'ok' && more.length === 0;
  if (!isUsable) return { status: 2, out: '', notes: [usage] };
  const { database, dataDir } = await open();
  if (command === 'delete') {
    const erasure = await erasePerson(database, email);
    const removed = dataDir === null ? [] : removeOldDatabases(dataDir);
    const status = erasure.remaining.length > 0 ? 1 : 0;
    return { status, out: describeErasure(email, erasure, removed), notes: [] };
  }
  const tables = await exportPerson(database.db, email);
  const count = Object.values(tables).flat().length;
  return {
    status: 0,
    out: JSON.stringify({ email, exportedAt: new Date().toISOString(), tables }, null, 2),
    notes: [count === 0 ? `No data about ${email}.` : `${plural(count, 'row')} about ${email}.`],
  };
}
