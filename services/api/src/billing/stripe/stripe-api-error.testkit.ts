/** An error of the stand-in for Stripe. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(status: number, message: string, code?: string, param?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

export const missing = () => new StripeApiError(404, 'No such object', 'resource_missing');

export function find<T>(map: Map<string, T>, id: string): T {
  const found = map.get(id);
  if (!found) throw missing();
  return found;
}

export function addNew<T>(map: Map<string, T>, id: string, value: T): T {
  if (map.has(id)) throw new StripeApiError(400, 'Already exists', 'resource_already_exists');
  map.set(id, value);
  return value;
}
