import { checkEmail } from '@funnel/contracts/email';

import type { Db } from '../platform/database.ts';
import { exportPerson, forgetPerson, type Forgotten } from './personal-data.ts';

const usage = 'npm run privacy -- export|delete <email>';

interface Printed {
  /** 0 done, 2 usage. */
  readonly status: number;
  readonly out: string;
  readonly notes: readonly string[];
}

const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function report(email: string, { rows, dropped, billing }: Forgotten): string {
  const found = Object.entries(rows).filter(([, count]) => count > 0);
  if (found.length === 0) return `Nothing is known about ${email}.`;
  return [
    `Forgotten: ${email}. Figures stay as they were.`,
    ...found.map(([name, count]) => `  ${name.padEnd(18)} ${plural(count, 'row')}`),
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
export async function runPrivacy(args: readonly string[], open: () => Promise<Db>): Promise<Printed> {
  const [command = '', email = '', ...more] = args;
  const isUsable = ['export', 'delete'].includes(command) && checkEmail(email) === 'ok' && more.length === 0;
  if (!isUsable) return { status: 2, out: '', notes: [usage] };
  const db = await open();
  if (command === 'delete')
    return { status: 0, out: report(email, await forgetPerson(db, email)), notes: [] };
  const tables = await exportPerson(db, email);
  const count = Object.values(tables).flat().length;
  return {
    status: 0,
    out: JSON.stringify({ email, exportedAt: new Date().toISOString(), tables }, null, 2),
    notes: [count === 0 ? `Nothing is known about ${email}.` : `${plural(count, 'row')} about ${email}.`],
  };
}
