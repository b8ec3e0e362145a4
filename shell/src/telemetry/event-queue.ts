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
  /**
   * Sends a batch. Resolves to null if it is done, or to the minimum delay in milliseconds before it is sent again. It must
   * not throw.
   */
  readonly send: (events: readonly FunnelEvent[]) => Promise<number | null>;
  /** Runs the callback later, so that sending does not delay the page. */
  readonly later: (run: () => void, delayMs: number) => void;
}

export interface EventQueue {
  /** Adds an event with id, time and release set. Never throws: a failed report must not break the page. */
  add(event: ReportedEvent, origin: EventOrigin): void;
  /** Sends all waiting events now. Call it when the page may be about to close. */
  flush(): void;
  /** Sends what was collected, but not during the pause after a failure. Call it when the page is hidden or shown. */
  sendCollected(): void;
  /** Ends the pause after a failure. Call it when the browser is online again. */
  retry(): void;
}

const batchDelayMs = 1000;
const firstRetryDelayMs = 5000;
const maxRetryDelayMs = 300_000;
const maxWaiting = 200;

/** Creates the queue. It sends events in batches, and sends failed batches again. */
export function createEventQueue({ setId, send, later }: EventQueueOptions): EventQueue {
  let waiting: FunnelEvent[] = [];
  let failures = 0;
  let isSending = false;
  /** The current timer, or null. An older timer that fires is ignored. */
  let timer: object | null = null;

  function sendAfter(delayMs: number) {
    const own = (timer = {});
    later(() => timer === own && void sendAll(), delayMs);
  }

  const keep = (events: readonly FunnelEvent[]) => {
    waiting = events.slice(-maxWaiting);
  };

  /** Sends one batch. Returns whether it is done. Otherwise it waits, and another attempt is scheduled. */
  async function sendBatch(): Promise<boolean> {
    const batch = waiting.splice(0, eventBatchSize);
    const pauseMs = await send(batch);
    if (pauseMs === null) {
      failures = 0;
      return true;
    }
    keep([...batch, ...waiting]);
    if (!timer) sendAfter(Math.max(pauseMs, Math.min(firstRetryDelayMs * 2 ** failures++, maxRetryDelayMs)));
    return false;
  }

  /** Sends one batch at a time until one fails, so that a busy service gets one request from each page. */
  async function sendAll() {
    timer = null;
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0 && (await sendBatch()));
    isSending = false;
  }

  return {
    add(event, origin) {
      try {
        // The service rejects the whole batch for a longer path, which any link may have.
        const path = origin.path.slice(0, eventPathLength);
        keep([...waiting, { ...event, ...origin, path, id: crypto.randomUUID(), at: Date.now(), setId }]);
        if (!timer && !isSending) sendAfter(batchDelayMs);
      } catch {
        // A page without this event is better than none.
      }
    },
    flush() {
      while (waiting.length > 0) void sendBatch();
    },
    sendCollected() {
      if (failures === 0) void sendAll();
    },
    retry: () => void sendAll(),
  };
}
