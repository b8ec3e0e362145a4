import type { ReleaseSetRecord } from '@funnel/contracts/release-management';

import { consoleApi } from '../api/console-api.ts';
import { Disclosure } from '../components/disclosure.tsx';
import { ReasonList } from '../components/notices.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { changesBetween } from '../deployments/changes-between.ts';

interface DeploymentChangesProps {
  readonly from: string | null;
  readonly to: string;
  /** The accessible name, which differs between deployments. */
  readonly label: string;
}

/** What a deployment changed. It is fetched when the section is opened. */
export const DeploymentChanges = ({ from, to, label }: DeploymentChangesProps) => (
  <Disclosure title={copy.history.changes} label={label}>
    <ChangedVersions from={from} to={to} />
  </Disclosure>
);

type Members = ReleaseSetRecord['members'];

/** The differences of two sets, one line a member. */
function describeChanges(from: Members, to: Members): readonly string[] {
  const { change, same } = copy.deployments;
  const changes = changesBetween(from, to);
  if (changes.length === 0) return [same];
  return changes.map(([name, before, after]) => change(name, before ?? copy.none, after ?? copy.none));
}

/** Exported for its test, because a disclosure renders its content only when it is opened. */
export function ChangedVersions({ from, to }: Omit<DeploymentChangesProps, 'label'>) {
  const previous = consoleApi.useReleaseSetQuery(from ?? '', { skip: from === null });
  const next = consoleApi.useReleaseSetQuery(to);
  return (
    <QueryContent query={next}>
      {({ members }) =>
        from === null ? (
          <ReasonList reasons={describeChanges({}, members)} />
        ) : (
          <QueryContent query={previous}>
            {(base) => <ReasonList reasons={describeChanges(base.members, members)} />}
          </QueryContent>
        )
      }
    </QueryContent>
  );
}
