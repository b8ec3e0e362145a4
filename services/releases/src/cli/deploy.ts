import type { CanaryRequest, ReleaseSetRecord, ReleaseStatus } from '@funnel/contracts/release-management';
import { call, ReleaseError, type ReleaseClient } from '@funnel/release-kit/client/publish-client';

import type { CommandResult } from './command.ts';
import { statusResult, statusText } from './status-text.ts';

type Send = Parameters<typeof call<ReleaseStatus>>[1];
type OperatorClient = Parameters<Send>[0];

/** What is live, or null if that cannot be read. */
async function readLive(client: ReleaseClient): Promise<ReleaseStatus | null> {
  try {
    return await call(client, (api) => api.readStatus());
  } catch (error) {
    if (error instanceof ReleaseError) return null;
    throw error;
  }
}

/** Sends a deployment. Throws `ReleaseError`. If its response is lost, the error says what is live now, if that can be read. */
async function deploy(client: ReleaseClient, send: Send): Promise<ReleaseStatus> {
  try {
    return await call(client, send);
  } catch (error) {
    if (!(error instanceof ReleaseError && error.isUnconfirmed)) throw error;
    const live = await readLive(client);
    if (!live) throw error;
    throw new ReleaseError(`${error.message}\nLive now:\n${statusText(live)}`, error.code);
  }
}

const setLabel = (set: ReleaseSetRecord | null): string =>
  set ? `set ${set.id} (number ${set.number})` : '-';

/** The sets before and after a deployment. */
export const exchangeText = (before: ReleaseSetRecord | null, after: ReleaseSetRecord | null): string =>
  `${setLabel(before)} -> ${setLabel(after)}`;

/** The status with a line before it that says which sets were concerned. */
export function titledResult(title: string, status: ReleaseStatus) {
  const { data, text, warnings } = statusResult(status);
  return { data, text: `${title}\n${text}`, warnings } satisfies CommandResult;
}

/** What a promotion did, as its command prints it. */
export function promotionResult(before: ReleaseSetRecord | null, verb: string, status: ReleaseStatus) {
  if (!before) return statusResult(status);
  const { set, canary } = status;
  return canary
    ? titledResult(`started a canary: ${setLabel(canary.set)}, stable ${setLabel(before)}`, status)
    : titledResult(`${verb}: ${exchangeText(before, set)}`, status);
}

/**
 * Replaces the live set, or starts a canary beside it. `seen` is the id of the set that the operator saw as live; without it, it is
 * read first. `send` passes it on. Returns the stable set before, and what is live afterwards.
 */
export async function replaceLive(
  client: ReleaseClient,
  seen: string | undefined,
  send: (api: OperatorClient, live: string | undefined) => ReturnType<Send>,
) {
  const { set: before } = await call(client, (api) => api.readStatus());
  const status = await deploy(client, (api) => send(api, seen ?? before?.id));
  return { before, status };
}

const changeText = (request: CanaryRequest): string => {
  switch (request.action) {
    case 'widen':
      return `increased the canary to ${request.percent} %`;
    case 'finish':
      return 'promoted the canary';
    case 'hold':
      return 'held the canary';
    case 'resume':
      return 'resumed the canary';
    case 'stop':
      return 'stopped the canary';
  }
};

/** Changes the canary, which must be the set of the request. Without one, it is read first. */
export async function changeCanary(client: ReleaseClient, request: CanaryRequest) {
  const { canary } = await call(client, (api) => api.readStatus());
  const set = request.set ?? canary?.set.id;
  const status = await deploy(client, (api) => api.changeCanary({ ...request, set }));
  return titledResult(`${changeText(request)}: ${setLabel(canary?.set ?? null)}`, status);
}
