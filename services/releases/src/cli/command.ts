import {
  maxCanaryPercent,
  maxStageDays,
  parseStages,
  type CanaryStage,
} from '@funnel/contracts/canary-stages';
import { nameSchema } from '@funnel/contracts/release';
import { setRequestSchema } from '@funnel/contracts/release-management';
import type { ReleaseClient } from '@funnel/release-kit/client/publish-client';
import { InvalidArgumentError, type Command } from 'commander';
import type { ZodMiniType } from 'zod/mini';

/** Checks that versions have the format `mfe-quiz@1.1.0`. Ends with exit status 2 if one does not. */
export function checkVersions(command: Command, versions: readonly string[]): void {
  const invalid = versions.find((version) => !setRequestSchema.safeParse({ changes: [version] }).success);
  if (invalid !== undefined) failUsage(command, `Expected name@version, got "${invalid}".`);
}

/** The dependencies of a command besides its arguments. */
interface CommandContext {
  readonly client: ReleaseClient;
  readonly rootFolder: string;
}

/** The result of a command: `data` is printed with `--json`, `text` without, and `warnings` to standard error with and without. */
export interface CommandResult {
  readonly data: unknown;
  readonly text: string;
  readonly warnings?: readonly string[];
}

/** Called by the action of a command: opens the client, does the work, and stores the result to print. */
export type Run = (work: (context: CommandContext) => Promise<CommandResult>) => Promise<void>;

/** Ends with exit status 2 and the usage of the command. */
export function failUsage(command: Command, message: string): never {
  return command.error(`error: ${message}`);
}

/** A parser of values for commander, which accepts what the schema accepts. */
export const parseWith = (schema: ZodMiniType<string>, message: string) => (text: string) => {
  if (schema.safeParse(text).success) return text;
  throw new InvalidArgumentError(message);
};

/** A parser of values for commander: the name of a remote, or shell. */
export const parseApp = parseWith(
  nameSchema,
  'Expected a name of lowercase letters, digits and hyphens, such as mfe-survey.',
);

/** An argument for commander: the name of a remote. */
export const remoteArgument = (name: 'app' | 'remote') =>
  [`<${name}>`, 'name of a remote, such as mfe-survey', parseApp] as const;

/** A parser of values for commander: the id of a set, a token or a publisher, which becomes a part of a URL. */
export function parseId(text: string): string {
  if (/^[\da-z-]+$/i.test(text)) return text;
  throw new InvalidArgumentError('Expected an id of letters, digits and hyphens.');
}

/** A parser of values for commander: a whole number from 1. */
export const wholeNumber = (max: number) => (text: string) => {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${max}.`);
};

const parsePercent = wholeNumber(maxCanaryPercent);
/** `10` or `10%`. */
export const percent = (text: string): number => parsePercent(text.replace(/\s*%$/, ''));

/** `10:2h,50:1d` */
export function stages(text: string): CanaryStage[] {
  const parsed = parseStages(text);
  if (parsed) return parsed;
  throw new InvalidArgumentError(
    `Expected ascending percentages from 1 to ${maxCanaryPercent} with how long each lasts (at most ${maxStageDays} days), such as 10:2h,50:1d.`,
  );
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Formats rows as columns, each as wide as its widest cell. */
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
