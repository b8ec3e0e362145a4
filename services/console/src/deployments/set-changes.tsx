import { copy } from '../content/copy.ts';
import { ReasonList } from '../components/reason-list.tsx';
import { changesBetween } from './deployment-fields.ts';

interface SetChangesProps {
  readonly from: Readonly<Record<string, string>>;
  readonly to: Readonly<Record<string, string>>;
}

/** What differs between the members of two sets, a line each. */
export function SetChanges({ from, to }: SetChangesProps) {
  const { change, same } = copy.deployments;
  const lines = changesBetween(from, to).map(([name, before, after]) =>
    change(name, before ?? copy.none, after ?? copy.none),
  );
  return <ReasonList reasons={lines.length > 0 ? lines : [same]} />;
}
