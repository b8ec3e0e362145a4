/** The id of an object that Stripe returns as its id, or whole if the call expands it. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
