import { inRoot } from '@funnel/build/repository';

/** The programs that benchmarks start, as source files. */
export const programs = {
  service: inRoot('services/api/src/main.ts'),
  /** The service with all its policies, which stores nothing. */
  unstoredService: inRoot('services/api/src/platform/unstored-service.testkit.ts'),
  /** A Koa that only reads, parses and validates a body, or sends the same bytes to everyone. */
  bareKoa: inRoot('services/api/src/platform/bare-koa.testkit.ts'),
  /** Serves a folder with sirv. */
  sirv: inRoot('bench/src/sirv-files.testkit.ts'),
} as const;
