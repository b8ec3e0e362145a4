import { copy } from '../content/copy.ts';
import { ReasonList } from '../components/reason-list.tsx';
import { changesBetween } from './deployment-fields.ts';

interface SetChangesProps {
  readonly from: Readonly<Record<string, string>>;
  readonly to: Readonly<Record<string, string>>;
}

/** The differences of two sets, one line a member. */
export function SetChanges({ from, to }: SetChangesProps) {
  const { change, same } = copy.deployments;
  const lines = changesBetween(from, to).map(([name, fromVersion, toVersion]) =>
    change(name, fromVersion ?? copy.none, toVersion ?? copy.none),
  );
  return <ReasonList reasons={lines.length > 0 ? lines : [same]} />;
}
