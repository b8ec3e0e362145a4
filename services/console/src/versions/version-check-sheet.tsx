import { Notice } from '@funnel/ui/notice';

import { consoleApi } from '../api/console-api.ts';
import { ActionLink } from '../components/compact-button.tsx';
import { CopyField } from '../components/copy-field.tsx';
import layout from '../components/dialog-layout.module.css';
import { DeprecatedVersions, ReasonList } from '../components/notices.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { SideSheet } from '../components/side-sheet.tsx';
import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';

const text = copy.versions;

export const checks = ['verify', 'preview'] as const;
export type Check = (typeof checks)[number];

interface VersionCheckSheetProps {
  readonly check: Check;
  readonly name: string;
  readonly version: string;
  readonly onClose: () => void;
}

/** Runs the gates on a version that is not live, or makes a link that shows it. */
export const VersionCheckSheet = ({ check, name, version, onClose }: VersionCheckSheetProps) => (
  <SideSheet title={text.about(text[check], name, version)} onClose={onClose}>
    <div className={layout['stack']}>
      {check === 'verify' ? (
        <Findings change={`${name}@${version}`} />
      ) : (
        <PreviewLink change={`${name}@${version}`} />
      )}
    </div>
  </SideSheet>
);

interface ChangeProps {
  readonly change: string;
}

function Findings({ change }: ChangeProps) {
  const query = consoleApi.useVersionCheckQuery(change);
  return (
    <QueryContent query={query}>
      {({ set, reasons }) => (
        <div role="status" className={layout['stack']}>
          <DeprecatedVersions versions={set.deprecated} />
          {reasons.length === 0 ? (
            <Notice tone="success">{text.passes(set.number)}</Notice>
          ) : (
            <Notice tone="amber" icon="warning" title={text.findings}>
              <ReasonList reasons={reasons} />
            </Notice>
          )}
        </div>
      )}
    </QueryContent>
  );
}

function PreviewLink({ change }: ChangeProps) {
  const query = consoleApi.useVersionPreviewQuery(change);
  return (
    <QueryContent query={query}>
      {({ set, url, expiresAt }) => (
        <>
          <p>{text.previewReady(set.number, formatInstant(expiresAt))}</p>
          <CopyField label={text.link} text={url} action={text.copy}>
            <ActionLink href={url} target="_blank" rel="noreferrer">
              {text.open}
            </ActionLink>
          </CopyField>
        </>
      )}
    </QueryContent>
  );
}
