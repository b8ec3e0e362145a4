import type { PlanTexts } from '@funnel/contracts/content/plan-texts';
import type { TaskDay } from '@funnel/contracts/first-task';

/** All texts of the emails in one language. */
export interface EmailTexts {
  readonly catalog: PlanTexts;
  /** The special goals by their recorded names. Anybody can send another one, and no email contains it. */
  readonly goals: Readonly<Record<string, string>>;
  readonly plan: {
    readonly subject: string;
    readonly intro: string;
    readonly goal: (goal: string) => string;
    readonly score: (score: number) => string;
    readonly scoreNote: string;
    readonly link: string;
    readonly unsubscribe: string;
  };
  readonly confirmation: {
    readonly subject: string;
    readonly thanks: (plan: string) => string;
    readonly paid: (amount: string) => string;
    readonly cancel: string;
    readonly transaction: (id: string) => string;
    readonly link: string;
    readonly support: (email: string) => string;
  };
  readonly task: (minutes: number) => string;
  readonly day: (number: number) => string;
  readonly days: Readonly<Record<TaskDay, string>>;
  /** In both emails. */
  readonly warning: string;
  /** The page behind the link of the plan email. */
  readonly unsubscribe: {
    readonly title: string;
    readonly question: string;
    readonly action: string;
    readonly done: string;
    readonly invalid: string;
  };
}
