import { checkEmail } from '@funnel/contracts/email';
import { countText } from '@funnel/service-kit/count-text';
import { describeError } from '@funnel/service-kit/log';

import { removeKeptDatabases } from '../backup/sqlite-files.ts';
import type { Database } from '../platform/database.ts';
import type { CommandOutput, OpenDatabase } from '../platform/run-command.ts';
import { exportPerson, erasePerson, type ErasureResult } from './personal-data.ts';

export const usage = 'Usage: npm run privacy -- export|delete <email>';

interface OpenedDatabase {
  readonly database: Database;
  /** The folder of SQLite; null with PostgreSQL. */
  readonly dataDir: string | null;
}

/** Without the emails themselves: the person who asks may not be their owner. */
const noteOnOthers = (count: number) =>
  count === 1
    ? '1 other email was left in the same visits. Its rows may be about another person and are not in the export. If the person proves to own it too, export it as well.'
    : `${count} other emails were left in the same visits. Their rows may be about other people and are not in the export. If the person proves to own one of them too, export it as well.`;

function report(email: string, result: ErasureResult, removedFiles: readonly string[]): string {
  const { rows, deletedDeliveries, billing, payable, mentions, staying, remaining, unfinished } = result;
  const found = Object.entries(rows).filter(([, count]) => count > 0);
  const rest = [
    ...staying,
    ...removedFiles.map((file) => `Removed ${file}, an older copy of the whole database.`),
    ...remaining.map(
      (column) => `The email is still in ${column}, which is not visitor data. Change it by hand.`,
    ),
  ];
  if (found.length === 0 && mentions === 0)
    return [unfinished === null ? `No data about ${email}.` : `No rows about ${email}.`, ...rest].join('\n');
  return [
    `Erased the data about ${email}. Analytics are unchanged.`,
    ...found.map(([name, count]) => `  ${name.padEnd(18)} ${countText(count, 'row')}`),
    ...(mentions > 0 ? [`  ${'in other text'.padEnd(18)} ${countText(mentions, 'row')}`] : []),
    ...rest,
    ...Object.entries(deletedDeliveries).map(
      ([kind, count]) => `Deliveries of kind ${kind} canceled before they were sent: ${count}.`,
    ),
    ...payable.map(
      (id) =>
        `Checkout session ${id} can still be paid. Expire it at the payment provider: stripe checkout sessions expire ${id}`,
    ),
    ...billing.map(
      (id) => `Subscription ${id} is still billed. Cancel it and erase its customer at the payment provider.`,
    ),
    'Destinations and existing backups still have the data that was sent or backed up earlier. Request its erasure there, too.',
  ].join('\n');
}

/** Runs the command. `open` is called only with valid arguments. */
export async function runPrivacy(
  args: readonly string[],
  open: () => Promise<OpenedDatabase>,
): Promise<Required<CommandOutput>> {
  const [command = '', email = '', ...more] = args;
  const isUsable = ['export', 'delete'].includes(command) && email !== '' && more.length === 0;
  if (!isUsable) return { status: 2, out: '', notes: [usage] };
  if (checkEmail(email) !== 'ok')
    return { status: 2, out: '', notes: [`"${email}" is not an email.`, usage] };
  const { database, dataDir } = await open();
  if (command === 'delete') {
    const result = await erasePerson(database, email);
    const { remaining } = result;
    let { unfinished } = result;
    let removed: readonly string[] = [];
    try {
      if (dataDir !== null) removed = removeKeptDatabases(dataDir);
    } catch (error) {
      unfinished ??= describeError(error).message;
    }
    return {
      status: remaining.length > 0 || unfinished !== null ? 1 : 0,
      out: report(email, { ...result, unfinished }, removed),
      notes:
        unfinished === null
          ? []
          : [
              `Not finished (${unfinished}). The email may still be in other texts, in deleted rows that the files of the database still contain, or in an old copy of it. Run the command again.`,
            ],
    };
  }
  const { tables, otherEmails } = await exportPerson(database.db, email);
  const count = Object.values(tables).flat().length;
  return {
    status: 0,
    out: JSON.stringify({ email, exportedAt: new Date().toISOString(), tables }, null, 2),
    notes: [
      count === 0 ? `No data about ${email}.` : `${countText(count, 'row')} about ${email}.`,
      ...(otherEmails > 0 ? [noteOnOthers(otherEmails)] : []),
    ],
  };
}

/** The command, on the database of the settings, which must exist. */
export const privacyCommand = (
  args: readonly string[],
  open: OpenDatabase,
): Promise<Required<CommandOutput>> =>
  runPrivacy(args, async () => {
    const { config, database } = await open({ allowLongStatements: true });
    return { database, dataDir: config.DATABASE_URL ? null : config.DATA_DIR };
  });
