import type { RedeliveryRequest } from '@funnel/contracts/deliveries';

import { copy } from '../content/copy.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { consoleApi } from '../api/console-api.ts';

const text = copy.deliveries;

interface RedeliverDialogProps {
  readonly request: RedeliveryRequest;
  /** The names of those of its destinations that are stopped. */
  readonly stopped: readonly string[];
  readonly onClose: () => void;
}

export function RedeliverDialog({ request, stopped, onClose }: RedeliverDialogProps) {
  const [redeliver, call] = consoleApi.useRedeliverMutation();
  const effect = 'ids' in request ? text.effect(request.ids.length) : text.effectAll(request.destination);

  const effectsOfStops = stopped.map((destination) => text.effectStopped(destination));

  async function submit() {
    const { data } = await redeliver(request);
    return data ? text.done(data.redelivered, data.tooLate, data.notDead) : null;
  }
  return (
    <ConfirmDialog
      title={text.title}
      effects={[effect, ...effectsOfStops, text.effectLate, text.effectVisitors]}
      submit={text.submit}
      call={call}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
