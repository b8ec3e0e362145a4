import { createHttpClient } from '@funnel/service-kit/http/http-client';

import { createDestinations } from '../destinations.ts';
import type { TestApp } from '../platform/service.testkit.ts';
import { deliverDue } from './deliver-due.ts';

/** Attempts the due deliveries of every destination once. */
export async function deliverAllDue({ context }: TestApp): Promise<void> {
  const http = createHttpClient({ allowPrivateDestinations: true });
  try {
    for (const destination of createDestinations(context)) await deliverDue(context, http, destination);
  } finally {
    await http.close();
  }
}
