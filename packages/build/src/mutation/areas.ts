/** One area of the code that decides something, and the tests that must notice its mutants. */
export interface MutationArea {
  /** Folders or files, relative to the root. */
  readonly sources: readonly string[];
  /** Folders or files of tests, relative to the root. */
  readonly tests: readonly string[];
  /** The lowest accepted score in percent. */
  readonly threshold: number;
  /** Whether its tests run on PostgreSQL too if `TEST_POSTGRES_URL` names a cluster, because some of its code does. */
  readonly usesPostgres?: true;
}

const api = 'services/api/src';
const kit = 'packages/service-kit/src';

export const mutationAreas: Readonly<Record<string, MutationArea>> = {
  billing: { sources: [`${api}/billing`], tests: [`${api}/billing`], threshold: 90 },
  leads: {
    sources: [`${api}/leads`],
    tests: [
      `${api}/leads`,
      `${api}/reports`,
      `${api}/offer`,
      `${api}/emails`,
      `${api}/billing/checkout/checkout-lead.test.ts`,
    ],
    threshold: 90,
  },
  jobs: {
    sources: [`${kit}/jobs`, `${api}/deliveries`],
    tests: [`${kit}/jobs`, `${api}/deliveries`],
    threshold: 90,
  },
  http: {
    sources: [`${kit}/http`],
    tests: [`${kit}/http`, `${api}/platform`],
    threshold: 90,
    usesPostgres: true,
  },
  releases: {
    sources: ['services/releases/src', 'packages/release-kit/src'],
    tests: [
      'services/releases/src',
      'packages/release-kit/src',
      `${api}/releases`,
      `${api}/operators`,
      `${api}/billing/checkout/open-checkout-session.test.ts`,
      `${api}/deliveries/team-webhooks.test.ts`,
      `${api}/deliveries/team-webhook-registration.test.ts`,
      `${api}/reports/analytics.test.ts`,
      `${api}/reports/first-touch.test.ts`,
    ],
    threshold: 90,
  },
  tracking: {
    sources: [`${api}/tracking`],
    tests: [
      `${api}/tracking`,
      `${api}/reports/first-touch.test.ts`,
      `${api}/experiments/experiments.test.ts`,
    ],
    threshold: 80,
  },
  privacy: {
    sources: [`${api}/privacy`, `${api}/retention`],
    tests: [`${api}/privacy`, `${api}/retention`],
    threshold: 90,
  },
  contracts: { sources: ['packages/contracts/src'], tests: ['packages/contracts/src'], threshold: 80 },
  shell: { sources: ['shell/src/state', 'shell/src/remotes'], tests: ['shell/src'], threshold: 80 },
  quiz: { sources: ['mfe-quiz/src'], tests: ['mfe-quiz/src'], threshold: 80 },
  pricing: { sources: ['mfe-pricing/src'], tests: ['mfe-pricing/src'], threshold: 80 },
};

/** The files of an area among `files`, which are relative to the root. */
export const filesOfArea = ({ sources }: MutationArea, files: readonly string[]): string[] =>
  files.filter(
    (file) =>
      /(?<!\.(test|testkit))\.tsx?$/.test(file) &&
      sources.some((source) => file === source || file.startsWith(`${source}/`)),
  );
