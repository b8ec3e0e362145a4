import type { LeadRequest } from '@funnel/contracts/api';

/** The visitor's last lead. It stays stored after it was sent, so that the same lead is not sent again. */
export interface StoredLead {
  readonly lead: LeadRequest;
  /** `rejected`: by the service. It is kept and tried again by a later page, whose version may send it correctly. */
  readonly status: 'unsent' | 'sent' | 'rejected';
}

export interface LeadStore {
  read(): Promise<StoredLead | null>;
  write(lead: StoredLead): Promise<void>;
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

  async function request(
    mode: IDBTransactionMode,
    run: (leads: IDBObjectStore) => IDBRequest,
  ): Promise<unknown> {
    if (!workingFactory) throw new Error('No IndexedDB');
    try {
      return await withTimeout(runInTable(workingFactory, mode, run));
    } catch (error) {
      workingFactory = undefined;
      throw error;
    }
  }
  return {
    async read() {
      try {
        const stored = await request('readonly', (leads) => leads.get(key));
        return isStoredLead(stored) ? stored : inMemory;
      } catch {
        return inMemory;
      }
    },
    async write(lead) {
      inMemory = lead;
      try {
        await request('readwrite', (leads) => leads.put(lead, key));
      } catch {
        // Private windows may reject storage. The lead is in memory.
      }
    },
  };
}

/** Excludes foreign records. The service validates the lead itself. */
function isStoredLead(value: unknown): value is StoredLead {
  return typeof value === 'object' && value !== null && 'lead' in value && 'status' in value;
}

async function runInTable(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  run: (leads: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = factory.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const open = await resultOf(opening);
  try {
    return await resultOf(run(open.transaction(table, mode).objectStore(table)));
  } finally {
    open.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('IndexedDB does not respond')), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
