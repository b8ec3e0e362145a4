import { Badge } from '@funnel/ui/badge';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import {
  formatBytes,
  formatCount,
  formatDifference,
  formatInstant,
  formatRevenue,
} from '../content/format.ts';
import { PromoteDialog } from '../deployments/promote-dialog.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import { VerifyAndPreview } from './verify-and-preview.tsx';
import { differencesOf, type Build, type Version } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;

interface VersionRowProps {
  readonly version: Version;
  readonly live: Build | null;
  readonly canPromote: boolean;
}

export function VersionRow({ version: { build, place, analytics }, live, canPromote }: VersionRowProps) {
  const [isPromoting, setIsPromoting] = useState(false);
  const canCertify = useHasPermission('certify');
  const canDeploy = useHasPermission('deploy');
  const { name, version } = build;
  return (
    <li className={styles['row']}>
      <div className={styles['what']}>
        <h3 className={styles['version']}>
          {version} {place === 'live' && <Badge tone="brand">{text.live}</Badge>}
          {place === 'canary' && <Badge tone="quiet">{text.canary}</Badge>}
        </h3>
        <p className={styles['hint']}>{text.published(formatInstant(build.publishedAt))}</p>
      </div>
      <div className={styles['more']}>
        <dl className={styles['facts']}>
          <Fact label={text.size} value={formatBytes(build.bytes)} />
          <Fact label={text.shellApi} value={build.contracts.join(', ')} />
          <Fact label={text.paths} value={formatCount(build.paths.length)} />
          {analytics && (
            <>
              <Fact label={text.visitors} value={formatCount(analytics.visitors)} />
              <Fact label={text.failures} value={formatCount(analytics.failures)} />
              <Fact label={text.leads} value={formatCount(analytics.leads)} />
              <Fact label={text.purchases} value={formatCount(analytics.purchases)} />
              <Fact label={text.revenue} value={formatRevenue(analytics.revenue)} />
            </>
          )}
        </dl>
        {live && place !== 'live' && <Differences build={build} live={live} />}
      </div>
      {canCertify && place !== 'live' && (
        <VerifyAndPreview name={name} version={version}>
          {canDeploy && place === 'stored' && (
            <CompactButton
              disabled={!canPromote}
              aria-label={text.about(text.promote, name, version)}
              onClick={() => setIsPromoting(true)}
            >
              {text.promote}
            </CompactButton>
          )}
        </VerifyAndPreview>
      )}
      {isPromoting && <PromoteDialog name={name} version={version} onClose={() => setIsPromoting(false)} />}
    </li>
  );
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

function Differences({ build, live }: { readonly build: Build; readonly live: Build }) {
  const { bytes, addedPaths, lostPaths, contracts } = differencesOf(build, live);
  const differences = [
    ...(bytes === 0 ? [] : [text.sizeChange(formatDifference(bytes))]),
    ...(addedPaths.length === 0 ? [] : [text.addedPaths(addedPaths.join(', '))]),
    ...(lostPaths.length === 0 ? [] : [text.removedPaths(lostPaths.join(', '))]),
    ...(contracts ? [text.shellApiChange(...contracts)] : []),
  ];
  return (
    <p>
      <span className={styles['hint']}>{text.comparedToLive}:</span>{' '}
      {differences.length > 0 ? differences.join('. ') : text.same}.
    </p>
  );
}
