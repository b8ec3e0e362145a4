import type { TaskDay } from '../first-task.ts';
import { planIds, plans, type Plan } from '../plans.ts';
import { refundProgress } from '../refund-progress.ts';
import type { PlanTexts } from './plan-texts.ts';

const every = ({ periodWeeks }: Plan) =>
  periodWeeks === 1 ? 'jede Woche' : `alle ${periodWeeks}\u00a0Wochen`;

const nameOf = ({ periodWeeks }: Plan) => `${periodWeeks}-WOCHEN-PLAN`;

const progress = planIds.map((planId) => {
  const { streakDays, lessons } = refundProgress[planId];
  // No line ends between the number and its word.
  return `${plans[planId].periodWeeks}\u2060-\u2060Wochen-Plan: ${streakDays}\u00a0Lerntage in Folge und ${lessons} abgeschlossene Lektionen`;
});

export const de: PlanTexts = {
  locale: 'de',
  names: { plan1: nameOf(plans.plan1), plan2: nameOf(plans.plan2), plan3: nameOf(plans.plan3) },
  period: every,
  renewalNotice: (plan, first, next) => {
    if (first === next) return `${next} ${every(plan)} bis zur Kündigung.`;
    const firstPeriod = plan.periodWeeks === 1 ? 'Erste Woche' : `Erste ${plan.periodWeeks}\u00a0Wochen`;
    return `${firstPeriod} für ${first}, danach ${every(plan)} ${next} bis zur Kündigung.`;
  },
  agreement: [
    'Mit der Zahlung akzeptieren Sie die ',
    { tab: 'terms', name: 'Nutzungsbedingungen' },
    ' und die ',
    { tab: 'subscription', name: 'Abonnementbedingungen' },
    ' und bestätigen, dass Sie die ',
    { tab: 'privacy', name: 'Datenschutzerklärung' },
    ' gelesen haben.',
  ],
  guarantee: `30\u00a0Tage Schutz – zufrieden oder Geld zurück: Sie erhalten innerhalb von 30\u00a0Tagen nach Ihrem ersten Kauf eine volle Erstattung, wenn Sie sie vor dem Ende Ihres ersten Abrechnungszeitraums verlangen und Ihren Fortschritt nachweisen (${progress.join('; ')}).`,
};

/** The line of each day of the first 7-day task. */
export const firstTaskLines: Readonly<Record<TaskDay, string>> = {
  'beginner-start': 'Lernen Sie fünf Begriffe: Order, Spread, Stop-Loss, Volumen und Trend.',
  'beginner-chart': 'Lesen Sie einen Chart: Finden Sie den Trend und eine Unterstützungslinie.',
  'beginner-review':
    'Blicken Sie auf die Woche zurück und schreiben Sie eine Regel auf, an die Sie sich halten werden.',
  'experienced-start':
    'Schreiben Sie die Regeln auf, nach denen Sie bisher traden: Einstieg, Ausstieg und Risiko.',
  'experienced-chart':
    'Lesen Sie einen Chart in zwei Zeiteinheiten und notieren Sie, wo sie sich widersprechen.',
  'experienced-review': 'Vergleichen Sie Ihre Übungstrades mit Ihren Regeln und ändern Sie eine Regel.',
  plan: 'Öffnen Sie Ihren persönlichen Lernplan und schließen Sie die erste Lektion ab.',
  simulator: 'Geben Sie im Simulator eine Übungsorder mit Stop-Loss auf.',
  coach: 'Fragen Sie den KI-Trading-Coach nach etwas, das Ihnen noch unklar ist.',
  tips: 'Lesen Sie den Trading-Tipp von heute und finden Sie einen Chart, zu dem er passt.',
};
