import type { ReleaseStatus } from '@funnel/contracts/release-management';
import { call, ReleaseError, type ReleaseClient } from '@funnel/release-kit/client/publish-client';

import { statusText } from './status-text.ts';

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
export async function deploy(
  client: ReleaseClient,
  send: Parameters<typeof call<ReleaseStatus>>[1],
): Promise<ReleaseStatus> {
  try {
    return await call(client, send);
  } catch (error) {
    if (!(error instanceof ReleaseError && error.isUnconfirmed)) throw error;
    const live = await readLive(client);
    if (!live) throw error;
    throw new ReleaseError(`${error.message}\nLive now:\n${statusText(live)}`, error.code);
  }
}
