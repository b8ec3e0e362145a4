import type { Manifest } from '@funnel/contracts/release';
import { contentFindings } from '@funnel/release-kit/content/content-findings';
import { createWorkQueue } from '@funnel/service-kit/work-queue';

const runQueued = createWorkQueue();

/** The findings about the content of a build. Builds are inspected one after the other, so that many at once delay no request. */
export const inspectContent = (manifest: Manifest): Promise<readonly string[]> =>
  runQueued(() => contentFindings(manifest));
