import type { PlanTexts } from './content/plan-texts.ts';

/** Returns the agreement without links, for the provider's form and for the record of the order. */
export const agreementText = ({ agreement }: PlanTexts): string =>
  agreement.map((part) => (typeof part === 'string' ? part : part.name)).join('');
