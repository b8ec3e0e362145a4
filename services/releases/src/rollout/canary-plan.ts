import type { CanaryPlan, CanaryStage } from '@funnel/contracts/canary-stages';
import { minuteMs } from '@funnel/service-kit/durations';

function atStage(stages: readonly CanaryStage[], current: number, nowMs: number): CanaryPlan {
  const dueAt = nowMs + (stages[current]?.minutes ?? 0) * minuteMs;
  return { stages: [...stages], current, dueAt, heldBecause: null, remainingMs: 0 };
}

export const startPlan = (stages: readonly CanaryStage[], nowMs: number): CanaryPlan =>
  atStage(stages, 0, nowMs);

/** The next stage with its plan, or null after the last one. */
export function nextStage({ stages, current }: CanaryPlan, nowMs: number) {
  const stage = stages[current + 1];
  return stage ? { percent: stage.percent, plan: atStage(stages, current + 1, nowMs) } : null;
}

export const holdPlan = (plan: CanaryPlan, heldBecause: string, nowMs: number): CanaryPlan => ({
  ...plan,
  dueAt: null,
  heldBecause,
  remainingMs: Math.max(0, (plan.dueAt ?? nowMs) - nowMs),
});

export const resumePlan = (plan: CanaryPlan, nowMs: number): CanaryPlan => ({
  ...plan,
  dueAt: nowMs + plan.remainingMs,
  heldBecause: null,
  remainingMs: 0,
});
