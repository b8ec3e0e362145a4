import { problem } from '@funnel/service-kit/problem';

/** One slot for each body that arrives or waits for its turn, because all of them are kept in memory. */
const maxSlots = 32;
const slotsByOwner = new Map<string, number>();
let usedSlots = 0;

/** Runs work that reads a publisher's body. Throws `too-many-requests` before it reads anything if no slot is free. */
export async function withUploadSlot<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const own = slotsByOwner.get(owner) ?? 0;
  // Nobody takes more slots than are left, so that however many publishers take all they can, another one finds a slot.
  if (own >= maxSlots - usedSlots)
    throw problem('too-many-requests', {
      detail: 'Too many uploads at once. Try again in a second.',
      retryAfterSeconds: 1,
    });
  usedSlots += 1;
  slotsByOwner.set(owner, own + 1);
  try {
    return await work();
  } finally {
    usedSlots -= 1;
    const left = (slotsByOwner.get(owner) ?? 1) - 1;
    if (left > 0) slotsByOwner.set(owner, left);
    else slotsByOwner.delete(owner);
  }
}
