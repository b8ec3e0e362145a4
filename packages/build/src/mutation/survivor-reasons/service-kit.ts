import type { SurvivorReason } from './survivor-reason.ts';

export const serviceKitSurvivors: readonly SurvivorReason[] = [
  {
    file: 'packages/service-kit/src/jobs/queue.ts',
    changes: ['`for update skip locked` → ``', "engine === 'postgres' → false", '\'postgres\' → ""'],
    reason: 'Only PostgreSQL locks rows, and mutants run on SQLite.',
  },
  {
    file: 'packages/service-kit/src/jobs/queue.ts',
    changes: [
      "engine === 'sqlite' && order[0] !== dueAt → true",
      "engine === 'sqlite' && order[0] !== dueAt → false",
      "engine === 'sqlite' && order[0] !== dueAt → engine === 'sqlite' || order[0] !== dueAt",
      "engine === 'sqlite' → true",
      "engine === 'sqlite' → engine !== 'sqlite'",
      '\'sqlite\' → ""',
      'order[0] !== dueAt → true',
      'order[0] !== dueAt → order[0] === dueAt',
    ],
    reason: 'It selects an index of SQLite, and changes no result.',
  },
  {
    file: 'packages/service-kit/src/jobs/breaker-repository.ts',
    changes: ['before.failures > 0 → true', 'before.failures > 0 → before.failures >= 0'],
    reason: 'It only saves an update that changes nothing.',
  },
  {
    file: 'packages/service-kit/src/http/ip-address.ts',
    changes: ['\'\' → "Stryker was here!"', '\'unknown\' → ""', '[] → ["Stryker was here"]'],
    reason:
      'A fallback for the compiler, or another name for callers without an IP, which are counted together.',
  },
  {
    file: 'packages/service-kit/src/http/ip-address.ts',
    changes: ['isIPv4(address) → false'],
    reason: 'It only saves time: parsing an IPv4 address gives the same text.',
  },
  {
    file: 'packages/service-kit/src/http/wide-network.ts',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'Every text has a first part. The fallback is for the compiler.',
  },
  {
    file: 'packages/service-kit/src/http/api-path.ts',
    changes: ['/[;\\0].*$/s → /[;\\0].*/s'],
    reason: 'With the flag s the dot matches every character, so the match ends with the text.',
  },
  {
    file: 'packages/service-kit/src/http/load-shedder.ts',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'No request has this path.',
  },
  {
    file: 'packages/service-kit/src/http/linear-query.ts',
    changes: ['known?.text === text → false', '{ text, query } → {}'],
    reason: 'It only saves parsing the same text again.',
  },
  {
    file: 'packages/service-kit/src/http/rate-limit.ts',
    changes: ['{ points: 0, restMs: 0 } → {}'],
    reason: 'The counter answers for every key. The fallback is for the compiler.',
  },
  {
    file: 'packages/service-kit/src/http/rate-limit.ts',
    changes: ['!database.pool → true', '\'limits are counted by this replica alone\' → ""'],
    reason: 'Only PostgreSQL has a pool; with `TEST_POSTGRES_URL` the tests notice both.',
  },
  {
    file: 'packages/service-kit/src/http/same-site-path.ts',
    changes: ['/^[/\\\\]+/ → /[/\\\\]+/'],
    reason: 'Every path begins with a slash, so the first match is at its beginning.',
  },
  {
    file: 'packages/service-kit/src/http/accepted-request.ts',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'Each request of a limited route has a listener.',
  },
  {
    file: 'packages/service-kit/src/http/measure-json.ts',
    changes: ['at < text.length → at <= text.length'],
    reason: 'There is no character behind the last one.',
  },
  {
    file: 'packages/service-kit/src/http/json-body.ts',
    changes: ['{ cause } → {}'],
    reason: 'The cause is only for the log, and what callers do wrong is not logged.',
  },
  {
    file: 'packages/service-kit/src/http/endpoint-router.ts',
    changes: ['`the endpoint ${name} has no handler` → ``', '!handler → false'],
    reason: 'A table without a handler for each endpoint does not compile.',
  },
  {
    file: 'packages/service-kit/src/http/endpoint-router.ts',
    changes: ['!limits → false', '\'this endpoint reads no body\' → ""', 'body → true'],
    reason: 'A body that the table does not declare fails either way, and the message is for developers.',
  },
  {
    file: 'packages/service-kit/src/http/endpoint-router.ts',
    changes: ["rate === 'unlimited' → false", '\'unlimited\' → ""'],
    reason: 'The class has no number of requests, so the limit would never be reached.',
  },
  {
    file: 'packages/service-kit/src/http/errors.ts',
    changes: ['[] → ["Stryker was here"]', '() => ({}) → () => undefined'],
    reason: 'A fallback for the compiler, or spread as an empty object.',
  },
  {
    file: 'packages/service-kit/src/http/http-client.ts',
    changes: [
      '[] → ["Stryker was here"]',
      '\'\' → "Stryker was here!"',
      'options.all → true',
      'options.all → false',
    ],
    reason: 'No program of this service asks for a single address, and of an error only the error is read.',
  },
  {
    file: 'packages/service-kit/src/http/http-client.ts',
    changes: ['/^\\[|\\]$/g → /\\[|\\]$/g', '/^\\[|\\]$/g → /^\\[|\\]/g'],
    reason: 'A host has brackets at its ends only.',
  },
  {
    file: 'packages/service-kit/src/http/http-client.ts',
    changes: [
      'size >= maxBodyBytes → size > maxBodyBytes',
      'Math.min(3000, defaultTimeoutMs) → Math.max(3000, defaultTimeoutMs)',
      '{ timeout: connectTimeoutMs } → {}',
    ],
    reason:
      'Where the body ends exactly at the limit nothing differs, and the timeout of the whole call ends a slow connection too.',
  },
  {
    file: 'packages/service-kit/src/http/server.ts',
    changes: [
      '\'\' → "Stryker was here!"',
      '\'no port to listen on\' → ""',
      "typeof address === 'object' && address !== null → true",
      "typeof address === 'object' && address !== null → typeof address === 'object' || address !== null",
      "typeof address === 'object' → true",
      'address !== null → true',
      '!isAddressInfo(address) → false',
    ],
    reason: 'A server that listens on a port has an address with it, and every request has a target.',
  },
  {
    file: 'packages/service-kit/src/http/server.ts',
    changes: ['Math.min(1000, limits.headersTimeoutMs) → Math.max(1000, limits.headersTimeoutMs)'],
    reason: 'It only changes how soon a slow client is noticed.',
  },
  {
    file: 'packages/service-kit/src/http/json-body.ts',
    changes: [
      '{ destroyOnReturn: false } → {}',
      'size <= maxBytes → true',
      'size > maxBytes + drainBytes → size >= maxBytes + drainBytes',
    ],
    reason: 'What is kept or read beyond the limit is thrown away with the same answer.',
  },
  {
    file: 'packages/service-kit/src/http/json-body.ts',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'The fallback is read from its second entry on.',
  },
  {
    file: 'packages/service-kit/src/http/rate-limit-counter.ts',
    changes: ['!usage → false', '\'a key was not counted\' → ""', '{ points: 0, restMs: windowMs } → {}'],
    reason: 'The statement returns a row for every key. The fallbacks are for the compiler.',
  },
];
