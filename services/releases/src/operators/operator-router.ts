import type { OperatorEndpoint } from '@funnel/contracts/endpoint';
import { createGuardedRouter, type GuardedHandlers } from '@funnel/service-kit/http/endpoint-router';

import type { ReleaseContext } from '../platform/release-context.ts';
import { operatorAuthOf, type AuthenticatedOperator } from './operator-auth.ts';

/**
 * One handler for each named endpoint of a table. It requires an authenticated operator, which only authentication can
 * create.
 */
export type OperatorHandlers<Name extends PropertyKey> = GuardedHandlers<Name, AuthenticatedOperator>;

/** Creates a router with every operator endpoint of a table. */
export const createOperatorRouter = <Name extends string>(
  context: ReleaseContext,
  table: Readonly<Record<Name, OperatorEndpoint>>,
  handlers: OperatorHandlers<Name>,
) => createGuardedRouter(operatorAuthOf(context).authenticate, table, handlers);
