import {
  eventBatchSize,
  eventPathLength,
  type FunnelEvent,
  type ReportedEvent,
} from '@funnel/contracts/events';

/** The screen on which an event happens, and the remote and version that show it. */
interface EventOrigin {
  readonly path: string;
  readonly remote?: string | undefined;
  readonly version?: string | undefined;
}

interface EventQueueOptions {
  readonly setId: string;
  /** Sends a batch. It must not throw, and failed batches are not retried. */
  readonly send: (events: readonly FunnelEvent[]) => void;
  /** Runs the callback later, so that sending does not delay the page. */
  readonly later: (run: () => void) => void;
}

export interface EventQueue {
  /** Adds an event with id, time and release set. Never throws: a failed report must not break the page. */
  add(event: ReportedEvent, origin: EventOrigin): void;
  /** Sends all waiting events now. Call it when the page may be about to close. */
  flush(): void;
}

/** Creates the queue, which collects events and sends them in batches. */
export function createEventQueue({ setId, send, later }: EventQueueOptions): EventQueue {
  let waiting: FunnelEvent[] = [];

  function flush() {
    while (waiting.length > 0) send(waiting.splice(0, eventBatchSize));
  }

  return {
    add(event, origin) {
      try {
        // The service rejects the whole batch for a longer path, which any link may have.
        const path = origin.path.slice(0, eventPathLength);
        waiting.push({ ...event, ...origin, path, id: crypto.randomUUID(), at: Date.now(), setId });
        if (waiting.length === 1) later(flush);
      } catch {
        // A page without this event is better than none.
      }
    },
    flush,
  };
}
