import type { LeadRequest } from '@funnel/contracts/api';
import { withTimeLimit } from '@funnel/shell-kit/time-limit';

/** The visitor's last lead. It stays stored after it was sent, so that the same lead is not sent again. */
export interface StoredLead {
  readonly lead: LeadRequest;
  /** `rejected`: by the service. It is kept and tried again by a later page, whose version may send it correctly. */
  readonly status: 'unsent' | 'sent' | 'rejected';
}

/** What replaces the last lead, or null to keep it. It is called once. */
type LeadChange = (last: StoredLead | null) => StoredLead | null;

export interface LeadStore {
  read(): Promise<StoredLead | null>;
  /**
   * Resolves with what replaced the last lead, or null. No other page and no other call changes the lead between the read and
   * the write, unless the database did not respond in time.
   */
  update(change: LeadChange): Promise<StoredLead | null>;
}

const database = 'quiz-lead';
const table = 'leads';
const key = 'last';
/** A database can hang, for example after a browser crash. The visitor must not wait for it. */
const timeoutMs = 1000;

/** The browser's database, or undefined if there is none. Firefox with cookies blocked throws when a page reads the property. */
function browserDatabase(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB;
  } catch {
    return undefined;
  }
}

/** Stores the lead in IndexedDB, or in memory if IndexedDB is unavailable or does not respond. */
export function createLeadStore(factory: IDBFactory | undefined = browserDatabase()): LeadStore {
  let inMemory: StoredLead | null = null;
  let workingFactory: IDBFactory | undefined = factory;

  async function update(change: LeadChange): Promise<StoredLead | null> {
    /** Undefined until the change was called. */
    let next: StoredLead | null | undefined;
    function apply(last: StoredLead | null): StoredLead | null {
      if (next === undefined) {
        next = change(last);
        inMemory = next ?? inMemory;
      }
      return next;
    }
    try {
      if (!workingFactory) throw new Error('No IndexedDB');
      const updating = inTransaction(workingFactory, (leads) => {
        const reading: IDBRequest<unknown> = leads.get(key);
        reading.onsuccess = () => {
          const stored = reading.result;
          // After the timeout a newer lead may be in memory.
          if (apply(isStoredLead(stored) ? stored : inMemory)) leads.put(inMemory, key);
        };
      });
      await withTimeLimit(updating, timeoutMs);
    } catch {
      // Private windows may reject storage. A lead that is only in memory stays there: a slow database would still have an older one.
      if (apply(inMemory)) workingFactory = undefined;
    }
    return next ?? null;
  }

  return {
    update,
    async read() {
      let last: StoredLead | null = null;
      await update((stored) => {
        last = stored;
        return null;
      });
      return last;
    },
  };
}

/** Excludes foreign records. The service validates the lead itself. */
function isStoredLead(value: unknown): value is StoredLead {
  return typeof value === 'object' && value !== null && 'lead' in value && 'status' in value;
}

/** Resolves when the transaction is complete. */
async function inTransaction(factory: IDBFactory, run: (leads: IDBObjectStore) => void): Promise<void> {
  const opened = await open(factory);
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = opened.transaction(table, 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      run(transaction.objectStore(table));
    });
  } finally {
    opened.close();
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = factory.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(table);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
