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
import { PromoteDialog } from '../moves/promote-dialog.tsx';
import { Action } from '../parts/action.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import { TryOut } from './try-out.tsx';
import { differencesOf, type Build, type Version } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;

interface VersionRowProps {
  readonly version: Version;
  readonly live: Build | null;
  readonly canPromote: boolean;
}

export function VersionRow({ version: { build, place, figures }, live, canPromote }: VersionRowProps) {
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
          <Fact label={text.waist} value={build.contracts.join(', ')} />
          <Fact label={text.paths} value={formatCount(build.paths.length)} />
          {figures && (
            <>
              <Fact label={text.visitors} value={formatCount(figures.visitors)} />
              <Fact label={text.failures} value={formatCount(figures.failures)} />
              <Fact label={text.leads} value={formatCount(figures.leads)} />
              <Fact label={text.sales} value={formatCount(figures.sales)} />
              <Fact label={text.revenue} value={formatRevenue(figures.revenue)} />
            </>
          )}
        </dl>
        {live && place !== 'live' && <Differences build={build} live={live} />}
      </div>
      {canCertify && place !== 'live' && (
        <TryOut name={name} version={version}>
          {canDeploy && place === 'stored' && (
            <Action
              disabled={!canPromote}
              aria-label={text.about(text.promote, name, version)}
              onClick={() => setIsPromoting(true)}
            >
              {text.promote}
            </Action>
          )}
        </TryOut>
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
  const words = [
    ...(bytes === 0 ? [] : [text.sizeChange(formatDifference(bytes))]),
    ...(addedPaths.length === 0 ? [] : [text.addedPaths(addedPaths.join(', '))]),
    ...(lostPaths.length === 0 ? [] : [text.lostPaths(lostPaths.join(', '))]),
    ...(contracts ? [text.waistChange(...contracts)] : []),
  ];
  return (
    <p>
      <span className={styles['hint']}>{text.comparedToLive}:</span>{' '}
      {words.length > 0 ? words.join('. ') : text.same}.
    </p>
  );
}
