import type { parseArgs } from 'node:util';

import type { ReleaseClient } from './release-client.ts';

/** A command line that cannot be understood; the message says what is wrong. */
export class UsageError extends Error {}

/** Every option, as the platform's `parseArgs` wants them. */
export const optionTypes = {
  dir: { type: 'string' },
  url: { type: 'string' },
  to: { type: 'string' },
  note: { type: 'string' },
  canary: { type: 'string' },
  'move-visitors': { type: 'boolean' },
  force: { type: 'boolean' },
  reason: { type: 'string' },
  preset: { type: 'string' },
  // The name of --preset before there were presets.
  role: { type: 'string' },
  days: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof optionTypes }>>['values'];

export interface Invocation {
  readonly client: ReleaseClient;
  readonly rootFolder: string;
  readonly args: readonly string[];
  readonly options: Options;
}

/** What was done: for programs and for people. */
export interface CommandResult {
  readonly data: unknown;
  readonly text: string;
}

export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly (keyof Options)[];
  /** How many arguments it takes. */
  readonly args: readonly [least: number, most: number];
  run(invocation: Invocation): Promise<CommandResult>;
}

export const time = (ms: number): string => new Date(ms).toISOString();

/** Rows as columns, each as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
