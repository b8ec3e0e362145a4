import type { AnswersReport, ReportQuery } from '@funnel/contracts/reports';

import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { copy } from '../content/copy.ts';
import { formatCount, formatShare } from '../content/format.ts';
import { ReportPanel } from './report-panel.tsx';
import { csvUrl } from './report-url.ts';
import styles from './reports.module.css';

const text = copy.reports;

type Answer = AnswersReport['questions'][number]['answers'][number];

interface AnswersPanelProps {
  readonly report: AnswersReport;
  readonly query: ReportQuery;
}

/** How those who left an email answered each question, as bars, and how many of them paid. */
export function AnswersPanel({ report, query }: AnswersPanelProps) {
  const { leads, questions, asOf } = report;
  return (
    <ReportPanel title={text.answers} asOf={asOf} csv={csvUrl('answers', query)}>
      <p className={styles['hint']}>{text.answersHint}</p>
      <DataTable
        label={text.answers}
        isNarrow
        columns={[
          {
            header: text.answer,
            cell: ({ answer, leads: own }: Answer) => (
              <>
                {answer === 'other' ? text.otherAnswers : answer}
                <svg width="100%" height="6" aria-hidden="true" className={styles['bar']}>
                  <rect height="6" rx="3" className={styles['oneBar']} width={`${(own / leads) * 100}%`} />
                </svg>
              </>
            ),
          },
          { header: text.leads, kind: 'number', cell: ({ leads: own }) => formatCount(own) },
          { header: text.answerShare, kind: 'number', cell: ({ leads: own }) => formatShare(own / leads) },
          {
            header: text.paidShare,
            kind: 'number',
            cell: ({ leads: own, buyers }) => text.paidOf(formatCount(buyers), formatShare(buyers / own)),
          },
        ]}
        groups={questions.map(({ question, answers }) => ({
          key: question,
          title: question,
          rows: answers,
        }))}
        empty={<EmptyState icon="users" text={text.noAnswers} />}
        keyOf={({ answer }) => answer}
      />
    </ReportPanel>
  );
}
