import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { hourMs } from '@funnel/service-kit/durations';

import { schedules } from '../deliveries/destination.ts';
import { configError, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database.ts';
import { describeWrongArgument, type CommandOutput } from '../platform/run-command.ts';
import { loadSecretKeys } from '../platform/secret-keys.ts';
import { leadWebhookName } from './lead-webhook.ts';

export const usage = 'Usage: npm run webhooks -- secret|schedule';

const readSetting = 'lead-webhook-secret-read';

/** The derived secret of the lead webhook. It can be read once, so that a later reader of the terminal cannot. */
async function readSecret(env: NodeJS.ProcessEnv): Promise<CommandOutput> {
  const config = readConfig(env, { isServing: false });
  if (config.LEAD_WEBHOOK_SECRET.length > 0)
    return { status: 1, notes: ['LEAD_WEBHOOK_SECRET is set, and deliveries are signed with it.'] };
  // A key that is created here would not be the one that the service signs with.
  if (!config.SECRET_KEY && !existsSync(join(config.DATA_DIR, 'secret-key')))
    throw configError('SECRET_KEY', `is not set, and ${config.DATA_DIR} contains no key`);
  const database = await openDatabase(config);
  try {
    const { numInsertedOrUpdatedRows } = await database.db
      .insertInto('settings')
      .values({ key: readSetting, value: 'true' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n
      ? { status: 0, out: `whsec_${loadSecretKeys(config)(leadWebhookName)}` }
      : {
          status: 1,
          notes: [
            'The derived secret was read before. To replace it, set LEAD_WEBHOOK_SECRET to a new one: echo "whsec_$(openssl rand -base64 32)"',
          ],
        };
  } finally {
    await database.close();
  }
}

const units = [
  ['h', hourMs],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** `1 h 25 min`: the two largest units. */
function duration(ms: number): string {
  let rest = Math.round(ms / 1000) * 1000;
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return [count, unit] as const;
  });
  const from = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(from, from + 2)
    .filter(([count]) => count > 0)
    .map((part) => part.join(' '))
    .join(' ');
}

/** The retry schedule of the webhooks. The jitter shortens each delay by up to half. */
function printSchedule(): string {
  const { firstDelayMs, maxDelayMs, endsAfterMs } = schedules.lead;
  const rows: string[] = [];
  let sumMs = 0;
  let delayMs: number = firstDelayMs;
  for (let attempt = 2; delayMs < maxDelayMs; attempt++, delayMs *= 2) {
    sumMs += delayMs;
    const [delay, sum] = [`${duration(delayMs / 2)} to ${duration(delayMs)}`, duration(sumMs)];
    rows.push(`${String(attempt).padStart(7)}  ${delay.padEnd(28)}  ${sum}`);
  }
  return [
    'attempt  after the previous one          at the latest after',
    ...rows,
    `  later  ${duration(maxDelayMs / 2)} to ${duration(maxDelayMs)}`,
    `A delivery is dead after ${duration(endsAfterMs)}. Each delivery keeps its webhook-id.`,
  ].join('\n');
}

/** The command, with these settings of the service. Throws `ConfigError` if they are not valid. */
export async function webhooksCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandOutput> {
  const mistake = describeWrongArgument(args, ['secret', 'schedule']);
  if (mistake !== null) return { status: 2, notes: [mistake, usage] };
  return args[0] === 'schedule' ? { status: 0, out: printSchedule() } : readSecret(env);
}
