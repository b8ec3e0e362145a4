import * as z from 'zod/mini';

/** The longest stage of a canary, in days. */
export const maxStageDays = 14;
/** The highest percentage of a canary. The next step is to promote it to all new visitors. */
export const maxCanaryPercent = 99;
/** With fewer visitors, no canary is compared, judged at the end of a stage, or rolled back automatically. */
export const minVisitors = 200;
/** The percentage of new visitors who get a canary. */
export const canaryPercentSchema = z.int().check(z.gte(1), z.lte(maxCanaryPercent));

/** One stage of a canary: a percentage of new visitors, and for how long they get it. */
export const canaryStageSchema = z.strictObject({
  percent: canaryPercentSchema,
  minutes: z.int().check(z.gte(1), z.lte(maxStageDays * 24 * 60)),
});
/** One stage of a canary. */
export type CanaryStage = z.infer<typeof canaryStageSchema>;

/** The stages of a canary, each with a higher percentage. After the last one it is promoted to all new visitors. */
export const canaryStagesSchema = z.array(canaryStageSchema).check(
  z.minLength(1),
  z.maxLength(10),
  z.refine((stages) => stages.every(({ percent }, at) => percent > (stages[at - 1]?.percent ?? 0)), {
    error: 'Each stage needs a higher percentage than the previous one.',
  }),
);

/** The stages of a running canary. Times are milliseconds since 1970. */
export const canaryPlanSchema = z.object({
  stages: z.array(canaryStageSchema),
  /** The index of the stage that visitors get now. */
  current: z.int(),
  /** When the current stage is over, and is judged before the next one; null while the plan is held. */
  dueAt: z.nullable(z.int()),
  /** Why the plan is held; null while it is not. */
  heldBecause: z.nullable(z.string()),
  /** What is left of the current stage when a plan that is held is resumed; 0: the stage is over, and is judged at once. */
  remainingMs: z.int(),
});
/** The stages of a running canary. */
export type CanaryPlan = z.infer<typeof canaryPlanSchema>;

const minutesOf = { m: 1, h: 60, d: 24 * 60 } as const;
const isUnit = (text: string): text is keyof typeof minutesOf => Object.hasOwn(minutesOf, text);

function parseStage(text: string): CanaryStage | null {
  const [, percent = '', count = '', unit = ''] =
    /^\s*(\d{1,2})\s*%?\s*:\s*(\d{1,4})([mhd])\s*$/.exec(text) ?? [];
  return isUnit(unit) ? { percent: Number(percent), minutes: Number(count) * minutesOf[unit] } : null;
}

/** Parses `10:2h, 50:1d`: percentages, and how long each lasts in minutes, hours or days. Null if the text is no such list. */
export function parseStages(text: string): CanaryStage[] | null {
  const stages = text.split(',').map(parseStage);
  const result = canaryStagesSchema.safeParse(stages);
  return result.success ? result.data : null;
}
