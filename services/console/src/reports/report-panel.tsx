import type { ReactNode } from 'react';

import { AsOf } from '../components/as-of.tsx';
import { CsvLink } from '../components/compact-button.tsx';
import { Panel } from '../components/panel.tsx';
import { copy } from '../content/copy.ts';

interface ReportPanelProps {
  readonly title: string;
  readonly asOf: number;
  /** The URL of the report as a CSV file. */
  readonly csv: string;
  readonly children: ReactNode;
}

/** The panel of a report. */
export const ReportPanel = ({ title, asOf, csv, children }: ReportPanelProps) => (
  <Panel
    title={title}
    aside={
      <>
        <AsOf atMs={asOf} />
        <CsvLink href={csv} label={copy.reports.download(title)} />
      </>
    }
  >
    {children}
  </Panel>
);
