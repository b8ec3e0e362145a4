import type { Permission } from './operators.ts';

/** Limits of a request body: its size, and the nesting depth and number of keys of its JSON. 0 for bodies that are not JSON. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxKeys: number;
}

/**
 * Who may call an endpoint.
 * `visitor`: any browser. Requests that change something must come from the product's own pages.
 * `provider signature`, `activation token`, `unsubscribe token`: the request proves its origin.
 * `anyone`: health checks, the operators' sign-in and the files of their console.
 */
export type PublicCaller =
  'visitor' | 'provider signature' | 'activation token' | 'unsubscribe token' | 'anyone';

/** Requests are counted per class. The number is the class's multiple of `RATE_LIMIT_PER_MINUTE`. */
export const rateClasses = {
  leads: 1,
  checkout: 1,
  'checkout-status': 1,
  offer: 1,
  consent: 1,
  activation: 1,
  unsubscribe: 1,
  events: 5,
} as const satisfies Record<string, number>;
/** A key of `rateClasses`. */
export type RateClass = keyof typeof rateClasses;

export interface EndpointBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:id` matches one segment, `{*path}` the rest of the path. */
  readonly path: `/${string}`;
  /** Absent if the body is not read. */
  readonly body?: BodyLimits;
}

/** An endpoint that needs no operator token. */
export interface PublicEndpoint extends EndpointBase {
  readonly caller: PublicCaller;
  /** `unlimited`: the response comes from memory, or the request proves its origin. */
  readonly rate: RateClass | 'unlimited';
  /** Rejected first while the service is overloaded. */
  readonly isSheddable?: boolean;
}

/** An endpoint that needs an operator token. */
export interface OperatorEndpoint extends EndpointBase {
  /** The permission that the operator's token must have; `signed-in` accepts every valid token. */
  readonly permission: Permission | 'signed-in';
}

/** For forms of visitors and operators, which send far less. */
export const smallBody: BodyLimits = { maxBytes: 32 * 1024, maxDepth: 6, maxKeys: 100 };

/** Returns the endpoint's path with its `:parameters` replaced, percent-encoded. A missing parameter becomes empty. */
export const pathTo = ({ path }: EndpointBase, parameters: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
