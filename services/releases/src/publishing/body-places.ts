import { problem } from '@funnel/service-kit/problem';

/** One place for each body that arrives or waits for its turn, because all of them are kept in memory. */
const maxPlaces = 32;
const placesByOwner = new Map<string, number>();
let places = 0;

/** Runs work that reads a publisher's body. Throws `too-many-requests` before it reads anything if there is no place. */
export async function withBodyPlace<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const own = placesByOwner.get(owner) ?? 0;
  // Nobody takes more places than are left, so that however many publishers take all they can, another one finds a place.
  if (own >= maxPlaces - places)
    throw problem('too-many-requests', {
      detail: 'Too many uploads at once. Try again in a second.',
      retryAfterSeconds: 1,
    });
  places += 1;
  placesByOwner.set(owner, own + 1);
  try {
    return await work();
  } finally {
    places -= 1;
    const left = (placesByOwner.get(owner) ?? 1) - 1;
    if (left > 0) placesByOwner.set(owner, left);
    else placesByOwner.delete(owner);
  }
}
