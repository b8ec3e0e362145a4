import type { LeadRequest } from '@funnel/contracts/api';

/** The visitor's last lead; kept once sent, so that the same is not sent again. */
export interface PendingLead {
  readonly lead: LeadRequest;
  readonly status: 'unsent' | 'sent';
}

export interface LeadStore {
  read(): Promise<PendingLead | null>;
  write(kept: PendingLead): Promise<void>;
}

const database = 'quiz-lead';
const table = 'leads';
const key = 'last';
/** A database can be stuck, after a crash of the browser for one; the visitor does not wait for it. */
const timeoutMs = 1000;

/** IndexedDB; where the browser refuses it or it does not answer, the page's memory. */
export function createLeadStore(factory: IDBFactory | undefined = globalThis.indexedDB): LeadStore {
  let remembered: PendingLead | null = null;
  let usable: IDBFactory | undefined = factory;

  async function use(mode: IDBTransactionMode, run: (leads: IDBObjectStore) => IDBRequest): Promise<unknown> {
    if (!usable) throw new Error('No IndexedDB');
    try {
      return await inTime(inTable(usable, mode, run));
    } catch (error) {
      usable = undefined;
      throw error;
    }
  }
  return {
    async read() {
      try {
        const stored = await use('readonly', (leads) => leads.get(key));
        return isKept(stored) ? stored : remembered;
      } catch {
        return remembered;
      }
    },
    async write(kept) {
      remembered = kept;
      try {
        await use('readwrite', (leads) => leads.put(kept, key));
      } catch {
        // Private windows refuse storage; the page's memory has it.
      }
    },
  };
}

/** The service checks a lead in full; this only tells ours from something else's. */
function isKept(value: unknown): value is PendingLead {
  return typeof value === 'object' && value !== null && 'lead' in value && 'status' in value;
}

async function inTable(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  run: (leads: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = factory.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const open = await settled(opening);
  try {
    return await settled(run(open.transaction(table, mode).objectStore(table)));
  } finally {
    open.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
