import { eventBatchSize, type FunnelEvent, type ReportedEvent } from '@funnel/contracts/events';

/** Where the visitor is when an event happens. */
interface EventOrigin {
  readonly path: string;
  readonly remote?: string | undefined;
  readonly version?: string | undefined;
}

interface EventQueueOptions {
  readonly setId: string;
  /** Hands over a batch; failing is nobody's concern here. */
  readonly send: (events: readonly FunnelEvent[]) => void;
  /** Runs the callback soon, when the page has nothing better to do. */
  readonly later: (run: () => void) => void;
}

export interface EventQueue {
  /** Never throws: what cannot be reported is no reason to take the page from a visitor. */
  add(event: ReportedEvent, origin: EventOrigin): void;
  /** Sends what waits, at once: the page may be about to go. */
  flush(): void;
}

/** Collects events and sends them in batches. Nothing a visitor does ever waits for it. */
export function createEventQueue({ setId, send, later }: EventQueueOptions): EventQueue {
  let waiting: FunnelEvent[] = [];

  function flush() {
    while (waiting.length > 0) send(waiting.splice(0, eventBatchSize));
  }

  return {
    add(event, origin) {
      try {
        waiting.push({ ...event, ...origin, id: crypto.randomUUID(), at: Date.now(), setId });
        if (waiting.length === 1) later(flush);
      } catch {
        // Browsers withhold `randomUUID` from pages without encryption.
      }
    },
    flush,
  };
}
