import { Notice } from '@funnel/ui/notice';

import { toFailure, describeFailedChange, type CallError } from '../api/failure.ts';
import { ReasonList } from './reason-list.tsx';

/** Shows why a change failed, with all reasons. Screen readers announce it at once. */
export function FailureNotice({ error }: { readonly error: CallError }) {
  const failure = toFailure(error);
  if (!failure) return null;
  const { title, reasons } = describeFailedChange(failure);
  return (
    <Notice tone="danger" title={title}>
      <ReasonList reasons={reasons} />
    </Notice>
  );
}
