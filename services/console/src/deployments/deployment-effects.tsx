import type { DeploymentEffectsQuery } from '@funnel/contracts/release-management';

import { consoleApi } from '../api/console-api.ts';
import dialog from '../components/confirm-dialog.module.css';
import { ReasonList } from '../components/notices.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { describeEffects, describeVisitors } from './describe-effects.ts';

const text = copy.deployments.changed;

interface DeploymentEffectsProps {
  readonly target: DeploymentEffectsQuery;
  /** For a deployment that gives the set to nobody else. */
  readonly showsOnlyVisitors?: boolean;
}

/** What it would change to make this set or version live, and for whom. */
export function DeploymentEffects({ target, showsOnlyVisitors = false }: DeploymentEffectsProps) {
  const query = consoleApi.useDeploymentEffectsQuery(target);
  return (
    <div>
      <h3 className={dialog['effectsTitle']}>{showsOnlyVisitors ? text.visitors : text.title}</h3>
      <QueryContent query={query}>
        {(effects) => (
          <ReasonList reasons={showsOnlyVisitors ? describeVisitors(effects) : describeEffects(effects)} />
        )}
      </QueryContent>
    </div>
  );
}
