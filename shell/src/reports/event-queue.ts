import type { FunnelEvent, ReportedEvent } from '@funnel/contracts/events';

interface EventOrigin {
  readonly path: string;
  readonly remote?: string | undefined;
  readonly version?: string | undefined;
}

interface QueueParts {
  readonly setId: string;
  /** Where the visitor is when an event happens. */
  readonly origin: () => EventOrigin;
  /** Hands over a batch; failing is nobody's concern here. */
  readonly send: (events: readonly FunnelEvent[]) => void;
  /** Runs the callback soon, when the page has nothing better to do. */
  readonly later: (run: () => void) => void;
}

export interface EventQueue {
  add(event: ReportedEvent, origin?: EventOrigin): void;
  /** Sends what waits, at once: the page may be about to go. */
  flush(): void;
}

const batchSize = 50;

/** Collects events and sends them in batches. Nothing a visitor does ever waits for it. */
export function createEventQueue({ setId, origin, send, later }: QueueParts): EventQueue {
  let waiting: FunnelEvent[] = [];

  function flush() {
    while (waiting.length > 0) send(waiting.splice(0, batchSize));
  }

  return {
    add(event, from = origin()) {
      if (waiting.length === 0) later(flush);
      waiting.push({ ...event, ...from, id: crypto.randomUUID(), at: Date.now(), setId });
    },
    flush,
  };
}
