import type { Permission } from './operators.ts';

/** How much of a body is read, and how much JSON may nest and hold. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxKeys: number;
}

/**
 * Who may call an endpoint.
 * `visitor`: any browser; what changes something is taken from the product's own pages only.
 * `provider signature`, `activation token`: the request itself carries the proof.
 * `anyone`: health checks, the operators' sign-in and the files of their console.
 */
export type PublicCaller = 'visitor' | 'provider signature' | 'activation token' | 'anyone';

/** Requests are counted by class; a class allows a multiple of `RATE_LIMIT_PER_MINUTE`. */
export const rateClasses = {
  leads: 1,
  checkout: 1,
  'checkout-status': 1,
  offer: 1,
  consent: 1,
  activation: 1,
  events: 5,
} as const satisfies Record<string, number>;
export type RateClass = keyof typeof rateClasses;

export interface EndpointBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:id` stands for one segment, `{*path}` for any rest. */
  readonly path: `/${string}`;
  /** Absent where the body is not read. */
  readonly body?: BodyLimits;
}

export interface PublicEndpoint extends EndpointBase {
  readonly caller: PublicCaller;
  /** `unlimited`: answered from memory, or protected by what it carries. */
  readonly rate: RateClass | 'unlimited';
  /** Refused first while the service has more to answer than it can. */
  readonly isSheddable?: boolean;
}

export interface OperatorEndpoint extends EndpointBase {
  /** What the operator's token must allow; `signed-in` where any valid token is enough. */
  readonly permission: Permission | 'signed-in';
}

/** For what visitors and operators type: far more than any form of ours sends. */
export const smallBody: BodyLimits = { maxBytes: 32 * 1024, maxDepth: 6, maxKeys: 100 };

/** The path with its parameters filled in, each encoded. */
export const pathTo = ({ path }: EndpointBase, parameters: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
