import { setImmediate } from 'node:timers/promises';

import type { AnswersReport } from '@funnel/contracts/reports';
import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';
import * as z from 'zod';

import { notSpecified } from '../leads/lead-webhook.ts';
import type { AppContext } from '../platform/app-context.ts';
import { createCalendar, dateOf } from './calendar-day.ts';
import { createAnswerCounts } from './count-answers.ts';
import { whereSelected, type Selection } from './selection.ts';

/** Leads to read and count at once. Other requests are served in between. */
const pageSize = 50;
const goal = 'Special Goal';

const answersSchema = z.record(z.string(), z.string());

interface LeadAnswers {
  readonly id: string;
  readonly received_at: number;
  readonly special_goal: string;
  readonly quiz_answers: string;
  readonly is_buyer: number;
}

/**
 * How the leads of a period answered, and how many of them have paid until now. A visit counts once, by its first lead; with
 * several answers to one question it counts in each. Leads are deleted after the retention time.
 */
export async function readAnswers(
  { config, database: { db }, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<AnswersReport> {
  const { from, to } = selection;
  const calendar = createCalendar(config.TIME_ZONE);
  const end = calendar.startOf(to + dayMs);
  const readPage = async (after: Pick<LeadAnswers, 'received_at' | 'id'>) =>
    (
      await sql<LeadAnswers>`
      select leads.id, leads.received_at, leads.special_goal, leads.quiz_answers,
        case when exists (
          select 1 from checkout_sessions as s
          where s.visit_id = leads.visit_id and s.status = 'paid' and s.set_id is not null
        ) then 1 else 0 end as is_buyer
      from leads left join visits on visits.visit_id = leads.visit_id
      where leads.set_id is not null and leads.received_at < ${end} ${whereSelected(selection, 'leads.set_id')}
        and (leads.received_at > ${after.received_at} or leads.received_at = ${after.received_at} and leads.id > ${after.id})
        and leads.received_at >= ${after.received_at} and not exists (
          select 1 from leads as earlier
          where earlier.visit_id = leads.visit_id and earlier.set_id is not null and (
            earlier.received_at < leads.received_at or earlier.received_at = leads.received_at and earlier.id < leads.id
          )
        )
      order by leads.received_at, leads.id limit ${sql.lit(pageSize)}`.execute(db)
    ).rows;

  const asOf = clock();
  const counts = createAnswerCounts();
  let after: Pick<LeadAnswers, 'received_at' | 'id'> | undefined = {
    received_at: calendar.startOf(from),
    id: '',
  };
  while (after) {
    const page: LeadAnswers[] = await readPage(after);
    for (const { special_goal, quiz_answers, is_buyer } of page) {
      const answers = Object.entries(answersSchema.parse(JSON.parse(quiz_answers)));
      if (special_goal && special_goal !== notSpecified) answers.push([goal, special_goal]);
      counts.add({ answers, isBuyer: is_buyer === 1 });
    }
    // SQLite answers at once, so without this no other request would be served until the end.
    await setImmediate();
    after = page.length < pageSize ? undefined : page.at(-1);
  }
  return {
    from: dateOf(from),
    to: dateOf(to),
    timeZone: config.TIME_ZONE,
    asOf,
    ...counts.total,
    questions: counts.list(),
  };
}
