import * as z from 'zod/mini';

import { currencySchema } from './money.ts';
import { planIdSchema } from './plans.ts';

const shortText = z.string().check(z.minLength(1), z.maxLength(300));

const wordSchema = z
  .string()
  .check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase words with hyphens, such as short-title'),
    z.maxLength(40),
  );
/** The remote without `mfe-`, a slash, and a name of its own: `pricing/checkout-in-dialog`. */
const qualifiedNameSchema = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9-]+\/[a-z0-9]+(-[a-z0-9]+)*$/,
      'must be the remote without mfe-, a slash, and lowercase words with hyphens, such as pricing/checkout-in-dialog',
    ),
    z.maxLength(100),
  );

/** Settings of the page that an arm replaces. */
const armSettingsSchema = z.strictObject({
  checkoutPresentation: z.optional(z.enum(['page', 'dialog'])),
  /** The plan that is selected until the visitor selects one. */
  firstPlan: z.optional(planIdSchema),
  /**
   * What the remote shows differently: words by names that begin like the experiment's, such as
   * `{ 'pricing/heading': 'question' }`. The remote decides what each word means, such as another text, or another order of
   * screens.
   */
  variants: z.optional(z.record(qualifiedNameSchema, wordSchema)),
});
/** Settings of the page that an arm replaces. */
export type ArmSettings = z.infer<typeof armSettingsSchema>;

/** What one arm shows. An arm without settings shows the product as it is configured. */
const armSchema = z.strictObject({
  name: wordSchema,
  /** Its part of the experiment's visitors, relative to the other arms. */
  weight: z.number().check(z.positive()),
  settings: armSettingsSchema,
});
/** One arm of an experiment. */
export type Arm = z.infer<typeof armSchema>;

const listOf = <T extends z.core.$ZodType>(entry: T) => z.optional(z.array(entry).check(z.minLength(1)));

/** Who can take part. A visitor must match every list that is given. */
export const audienceSchema = z.strictObject({
  devices: listOf(z.enum(['phone', 'tablet', 'desktop'])),
  /** Languages of the page: `de`. */
  locales: listOf(z.string().check(z.regex(/^[a-z]{2}$/))),
  currencies: listOf(currencySchema),
});
/** Who can take part in an experiment. */
export type Audience = z.infer<typeof audienceSchema>;

const daySchema = z.iso.date();

/** The most arms of an experiment. */
export const maxArms = 5;

/** An experiment, as a remote's `remote.config.ts` defines it and its manifest carries it. */
export const experimentSchema = z.strictObject({
  name: qualifiedNameSchema,
  /** Who decides. A team or a role, not a person. */
  owner: shortText,
  hypothesis: shortText,
  /** The first arm is the control, with which the others are compared. */
  arms: z.array(armSchema).check(z.minLength(2), z.maxLength(maxArms)),
  /** Absent: every visitor. */
  audience: z.optional(audienceSchema),
  /** The share of these visitors that take part, from 0 to 1. With 0 the experiment is off. */
  share: z.number().check(z.gte(0), z.lte(1)),
  /** The screen on which a visitor first sees an arm. */
  seenAt: z.string().check(z.regex(/^\/[a-z0-9\-/]*$/)),
  /** The primary measure: a visitor who paid within this number of days after seeing the arm. */
  purchaseWithinDays: z.int().check(z.gte(1), z.lte(90)),
  /** The smallest difference worth knowing, in shares: 0.01 is one percentage point. */
  smallestEffect: z.number().check(z.positive(), z.lt(1)),
  /** Visitors of all arms together. */
  plannedVisitors: z.int().check(z.positive()),
  /** The first day and the day after the last, in UTC. */
  start: daySchema,
  end: daySchema,
});
/** An experiment. */
export type Experiment = z.infer<typeof experimentSchema>;

/** Whether visitors take part at this time, in milliseconds since 1970. */
export const isRunning = ({ start, end }: Pick<Experiment, 'start' | 'end'>, nowMs: number): boolean =>
  Date.parse(start) <= nowMs && nowMs < Date.parse(end);

/** Whether it is over. It is off then. */
export const isExpired = ({ end }: Pick<Experiment, 'end'>, nowMs: number): boolean =>
  Date.parse(end) <= nowMs;

/** The settings that its arms replace. Each variant counts as a separate setting. */
const settingsOf = ({ arms }: Experiment): readonly string[] =>
  arms.flatMap(({ settings: { variants = {}, ...settings } }) => [
    ...Object.keys(settings),
    ...Object.keys(variants),
  ]);

/** The first setting that both replace, or undefined. */
export const sharedSetting = (one: Experiment, other: Experiment): string | undefined =>
  settingsOf(one).find((setting) => settingsOf(other).includes(setting));

/**
 * The experiments that visitors take part in at this time, in milliseconds since 1970. Of two that replace the same setting
 * only the one that started earlier runs, because the arms of the other would not be seen.
 */
export function runningExperiments(experiments: readonly Experiment[], nowMs: number): readonly Experiment[] {
  const keyOf = ({ start, name }: Experiment) => `${start} ${name}`;
  const running: Experiment[] = [];
  // This runs for every page, so each setting is looked up only once.
  const replaced = new Set<string>();
  for (const experiment of experiments.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
    const settings = settingsOf(experiment);
    if (
      experiment.share > 0 &&
      isRunning(experiment, nowMs) &&
      !settings.some((setting) => replaced.has(setting))
    ) {
      running.push(experiment);
      for (const setting of settings) replaced.add(setting);
    }
  }
  return running;
}

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

function contradictionsOf({ name, arms, start, end }: Experiment, remote: string): string[] {
  const prefix = `${remote.replace(/^mfe-/, '')}/`;
  return [
    ...(name.startsWith(prefix) ? [] : [`The experiment ${name} must begin with ${prefix}.`]),
    ...[...new Set(arms.flatMap(({ settings }) => Object.keys(settings.variants ?? {})))]
      .filter((variant) => !variant.startsWith(prefix))
      .map((variant) => `The variant ${variant} of the experiment ${name} must begin with ${prefix}.`),
    ...repeated(arms.map((arm) => arm.name)).map(
      (arm) => `The experiment ${name} has two arms named ${arm}.`,
    ),
    ...(start < end
      ? []
      : [`The experiment ${name} ends on ${end}, which is not after its start on ${start}.`]),
  ];
}

/** Says what is wrong with the experiments of a remote, in one sentence each. An expired experiment is not wrong. */
export function findExperimentContradictions(remote: string, experiments: readonly Experiment[]): string[] {
  return [
    ...repeated(experiments.map(({ name }) => name)).map(
      (name) => `${remote} has two experiments named ${name}.`,
    ),
    ...experiments.flatMap((experiment) => contradictionsOf(experiment, remote)),
  ];
}
