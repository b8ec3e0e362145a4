import type { AnswersReport } from '@funnel/contracts/reports';

import { other } from './count-facts.ts';

/** An answer of fewer visitors is counted as `other`, because browsers name it, and it might say who they are. */
const minLeads = 5;
/** Several answers to one question are recorded in one text. */
const separator = ', ';

/** Browsers name questions and answers, and a flood of names must fill neither the memory nor the report. No quiz has as many. */
const maxPerLead = 100;
const maxCounted = 50_000;
const maxQuestions = 100;
const maxAnswers = 100;
/** Until so many leads have followed, little is known about how frequent an answer is. */
const trialLeads = 100;

interface Count {
  readonly question: string;
  readonly answer: string;
  /** How many leads came before the first with this answer. */
  readonly after: number;
  leads: number;
  buyers: number;
}

/** The answers of one lead, by question. */
interface LeadAnswers {
  readonly answers: readonly (readonly [question: string, text: string])[];
  readonly isBuyer: boolean;
}

type Questions = AnswersReport['questions'];

type AnswerCount = Pick<Count, 'answer' | 'leads'>;

const byLeads = (one: AnswerCount, another: AnswerCount): number =>
  another.leads - one.leads || (one.answer < another.answer ? -1 : 1);

/** The most frequent answers to a question, and the others as one. */
function listAnswers(counts: readonly Count[]): Questions[number]['answers'] {
  const sorted = counts.toSorted(byLeads);
  const isNamed = ({ answer, leads }: Count, at: number) =>
    answer !== other && leads >= minLeads && at < maxAnswers;
  const named = sorted.filter(isNamed).map(({ answer, leads, buyers }) => ({ answer, leads, buyers }));
  const rest = sorted.filter((count, at) => !isNamed(count, at));
  if (rest.length === 0) return named;
  const sum = (of: 'leads' | 'buyers') => rest.reduce((total, count) => total + count[of], 0);
  return [...named, { answer: other, leads: sum('leads'), buyers: sum('buyers') }].toSorted(byLeads);
}

/**
 * Counts the answers of leads in limited memory. While there are far too many different ones, the rarest are forgotten: they are
 * counted as `other`, and from zero when they are seen again.
 */
export function createAnswerCounts() {
  const total = { leads: 0, buyers: 0 };
  const counts = new Map<string, Count>();

  function add(question: string, answer: string, leads: number, buyers: number): void {
    const key = JSON.stringify([question, answer]);
    const count = counts.get(key) ?? { question, answer, after: total.leads, leads: 0, buyers: 0 };
    count.leads += leads;
    count.buyers += buyers;
    counts.set(key, count);
  }

  function forgetRare(): void {
    const frequencyOf = ({ leads, after }: Count) => leads / (total.leads - after + trialLeads);
    const sorted = [...counts].toSorted(([, one], [, another]) => frequencyOf(another) - frequencyOf(one));
    const forgotten = sorted.slice(maxCounted / 2);
    for (const [key] of forgotten) counts.delete(key);
    const questions = new Set([...counts.values()].map(({ question }) => question));
    for (const [, { question, leads, buyers }] of forgotten)
      if (questions.has(question)) add(question, other, leads, buyers);
  }

  return {
    total,

    add({ answers, isBuyer }: LeadAnswers): void {
      const buyers = isBuyer ? 1 : 0;
      const given = answers.flatMap(([question, text]) =>
        [...new Set(text.split(separator, maxPerLead))].map((answer) => ({ question, answer })),
      );
      for (const { question, answer } of given.slice(0, maxPerLead)) add(question, answer, 1, buyers);
      total.leads += 1;
      total.buyers += buyers;
      if (counts.size > maxCounted) forgetRare();
    },

    /** The questions in the order in which they were first answered, without those of which no answer is frequent. */
    list(): Questions {
      const byQuestion = new Map<string, Count[]>();
      for (const count of counts.values()) {
        const own = byQuestion.get(count.question) ?? [];
        own.push(count);
        byQuestion.set(count.question, own);
      }
      const listed = [...byQuestion]
        .map(([question, own]) => ({ question, answers: listAnswers(own) }))
        .filter(({ answers }) => answers.some(({ answer }) => answer !== other));
      const leadsOf = ({ answers }: Questions[number]) => Math.max(...answers.map(({ leads }) => leads));
      const frequent = new Set(
        listed.toSorted((one, another) => leadsOf(another) - leadsOf(one)).slice(0, maxQuestions),
      );
      return listed.filter((question) => frequent.has(question));
    },
  };
}
