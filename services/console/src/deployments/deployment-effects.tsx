import type { DeploymentEffectsQuery } from '@funnel/contracts/release-management';

import { consoleApi } from '../api/console-api.ts';
import { QueryContent } from '../components/query-content.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import parts from '../components/parts.module.css';
import { copy } from '../content/copy.ts';
import { describeEffects } from './describe-effects.ts';

/** What it would change to make this set or version live, and for whom. */
export function DeploymentEffects({ target }: { readonly target: DeploymentEffectsQuery }) {
  const query = consoleApi.useDeploymentEffectsQuery(target);
  return (
    <div>
      <h3 className={parts['effectsTitle']}>{copy.deployments.changed.title}</h3>
      <QueryContent query={query}>
        {(effects) => <ReasonList reasons={describeEffects(effects)} />}
      </QueryContent>
    </div>
  );
}
