import { copy } from '../content/copy.ts';
import { SetChanges } from '../deployments/set-changes.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { consoleApi } from '../api/console-api.ts';

interface DeploymentChangesProps {
  readonly from: string | null;
  readonly to: string;
  /** The accessible name, which differs between deployments. */
  readonly label: string;
}

/** What a deployment changed. It is fetched when the section is opened. */
export const DeploymentChanges = ({ from, to, label }: DeploymentChangesProps) => (
  <Disclosure title={copy.history.changes} label={label}>
    <Changes from={from} to={to} />
  </Disclosure>
);

function Changes({ from, to }: Omit<DeploymentChangesProps, 'label'>) {
  const previous = consoleApi.useVerificationQuery(from ?? '', { skip: from === null });
  const next = consoleApi.useVerificationQuery(to);
  return (
    <QueryContent query={next}>
      {({ set }) =>
        from === null ? (
          <SetChanges from={{}} to={set.members} />
        ) : (
          <QueryContent query={previous}>
            {(base) => <SetChanges from={base.set.members} to={set.members} />}
          </QueryContent>
        )
      }
    </QueryContent>
  );
}
