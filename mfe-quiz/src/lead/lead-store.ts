import type { LeadRequest } from '@funnel/contracts/api';

/** The visitor's last lead; kept once sent, so that the same is not sent again. */
export interface KeptLead {
  readonly lead: LeadRequest;
  readonly status: 'unsent' | 'sent';
}

export interface LeadStore {
  read(): Promise<KeptLead | null>;
  write(kept: KeptLead): Promise<void>;
}

const database = 'quiz-lead';
const table = 'leads';
const key = 'last';

/** IndexedDB; where the browser refuses it, the page's memory. */
export function createLeadStore(factory: IDBFactory | undefined = globalThis.indexedDB): LeadStore {
  let remembered: KeptLead | null = null;
  return {
    async read() {
      try {
        const stored = await inTable(factory, 'readonly', (leads) => leads.get(key));
        return isKept(stored) ? stored : remembered;
      } catch {
        return remembered;
      }
    },
    async write(kept) {
      remembered = kept;
      try {
        await inTable(factory, 'readwrite', (leads) => leads.put(kept, key));
      } catch {
        // Private windows refuse storage; the page's memory has it.
      }
    },
  };
}

/** The service checks a lead in full; this only tells ours from something else's. */
function isKept(value: unknown): value is KeptLead {
  return typeof value === 'object' && value !== null && 'lead' in value && 'status' in value;
}

async function inTable(
  factory: IDBFactory | undefined,
  mode: IDBTransactionMode,
  run: (leads: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  if (!factory) throw new Error('No IndexedDB');
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
