import { createHash } from 'node:crypto';

import {
  isRunning,
  type Arm,
  type ArmSettings,
  type Audience,
  type Experiment,
} from '@funnel/contracts/experiments';
import type { Currency } from '@funnel/contracts/money';

import type { VisitRow } from '../platform/schema.ts';

/** What the arms of a visit depend on. */
export interface ExperimentVisitor extends Pick<VisitRow, 'device' | 'locale'> {
  /** The visit's id. */
  readonly id: string;
  readonly currency: Currency;
}

const isListed = <T>(list: readonly T[] | undefined, value: T) => list?.includes(value) ?? true;

const isInAudience = (
  { devices, locales, currencies }: Audience,
  { device, locale, currency }: ExperimentVisitor,
): boolean => isListed(devices, device) && isListed(locales, locale) && isListed(currencies, currency);

/** A uniform number from 0 to 1 that is always the same for one text. */
const fractionOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;

/**
 * The visit's arm, or null if it does not take part. The experiment's name is part of the hashes, so that experiments are
 * independent of each other and of canaries. A larger share changes no arm.
 */
export function armOf(experiment: Experiment, visitor: ExperimentVisitor, nowMs: number): Arm | null {
  const { name, arms, share, audience = {} } = experiment;
  if (!isRunning(experiment, nowMs) || !isInAudience(audience, visitor)) return null;
  if (fractionOf(`experiment-share ${name} ${visitor.id}`) >= share) return null;
  const total = arms.reduce((sum, { weight }) => sum + weight, 0);
  const place = fractionOf(`experiment-arm ${name} ${visitor.id}`) * total;
  let end = 0;
  return arms.find(({ weight }) => place < (end += weight)) ?? null;
}

/** The settings that the visit's arms replace. */
export function armSettings(
  experiments: readonly Experiment[],
  visitor: ExperimentVisitor,
  nowMs: number,
): ArmSettings {
  return experiments.reduce<ArmSettings>((replaced, experiment) => {
    const settings = armOf(experiment, visitor, nowMs)?.settings ?? {};
    const variants = { ...replaced.variants, ...settings.variants };
    return { ...replaced, ...settings, ...(Object.keys(variants).length > 0 && { variants }) };
  }, {});
}
