import type { SurvivorReasons } from './survivor-reason.ts';

export const serviceKitSurvivors: SurvivorReasons = {
  'packages/service-kit/src/jobs/queue.ts': {
    'Only PostgreSQL locks rows, and mutants run on SQLite.': [
      '`for update skip locked` → ``',
      "engine === 'postgres' → false",
      '\'postgres\' → ""',
    ],
    'It selects an index of SQLite, and changes no result.': [
      "engine === 'sqlite' && order[0] !== dueAt → true",
      "engine === 'sqlite' && order[0] !== dueAt → false",
      "engine === 'sqlite' && order[0] !== dueAt → engine === 'sqlite' || order[0] !== dueAt",
      "engine === 'sqlite' → true",
      "engine === 'sqlite' → engine !== 'sqlite'",
      '\'sqlite\' → ""',
      'order[0] !== dueAt → true',
      'order[0] !== dueAt → order[0] === dueAt',
    ],
  },
  'packages/service-kit/src/jobs/breaker-repository.ts': {
    'It only saves an update that changes nothing.': [
      'before.failures > 0 → true',
      'before.failures > 0 → before.failures >= 0',
    ],
  },
  'packages/service-kit/src/http/ip-address.ts': {
    'A fallback for the compiler, or another name for callers without an IP, which are counted together.': [
      '\'\' → "Stryker was here!"',
      '\'unknown\' → ""',
      '[] → ["Stryker was here"]',
    ],
    'It only saves time: parsing an IPv4 address gives the same text.': ['isIPv4(address) → false'],
  },
  'packages/service-kit/src/http/api-path.ts': {
    'With the flag s the dot matches every character, so the match ends with the text.': [
      '/[;\\0].*$/s → /[;\\0].*/s',
    ],
  },
  'packages/service-kit/src/http/load-shedder.ts': {
    'No request has this path.': ['[] → ["Stryker was here"]'],
  },
  'packages/service-kit/src/http/rate-limit.ts': {
    'The counter answers for every key. The fallback is for the compiler.': ['{ points: 0, restMs: 0 } → {}'],
    'Only PostgreSQL has a pool; with `TEST_POSTGRES_URL` the tests notice both.': [
      '!database.pool → true',
      '\'limits are counted by this replica alone\' → ""',
    ],
  },
  'packages/service-kit/src/http/same-site-path.ts': {
    'Every path begins with a slash, so the first match is at its beginning.': ['/^[/\\\\]+/ → /[/\\\\]+/'],
  },
  'packages/service-kit/src/http/accepted-request.ts': {
    'Each request of a limited route has a listener.': ['[] → ["Stryker was here"]'],
  },
  'packages/service-kit/src/http/measure-json.ts': {
    'There is no character behind the last one.': ['at < text.length → at <= text.length'],
  },
  'packages/service-kit/src/http/json-body.ts': {
    'The cause is only for the log, and what callers do wrong is not logged.': ['{ cause } → {}'],
    'What is kept or read beyond the limit is thrown away with the same answer.': [
      '{ destroyOnReturn: false } → {}',
      'size <= maxBytes → true',
      'size > maxBytes + drainBytes → size >= maxBytes + drainBytes',
    ],
    'The fallback is read from its second entry on.': ['[] → ["Stryker was here"]'],
  },
  'packages/service-kit/src/http/endpoint-router.ts': {
    'A table without a handler for each endpoint does not compile.': [
      '`the endpoint ${name} has no handler` → ``',
      '!handler → false',
    ],
    'A body that the table does not declare fails either way, and the message is for developers.': [
      '!limits → false',
      '\'this endpoint reads no body\' → ""',
      'body → true',
    ],
    'The class has no number of requests, so the limit would never be reached.': [
      "rate === 'unlimited' → false",
      '\'unlimited\' → ""',
    ],
  },
  'packages/service-kit/src/http/errors.ts': {
    'A fallback for the compiler, or spread as an empty object.': [
      '[] → ["Stryker was here"]',
      '() => ({}) → () => undefined',
    ],
  },
  'packages/service-kit/src/http/http-client.ts': {
    'No program of this service asks for a single address, and of an error only the error is read.': [
      '[] → ["Stryker was here"]',
      '\'\' → "Stryker was here!"',
      'options.all → true',
      'options.all → false',
    ],
    'Where the body ends exactly at the limit nothing differs, and the timeout of the whole call ends a slow connection too.':
      [
        'size >= maxBodyBytes → size > maxBodyBytes',
        'Math.min(3000, defaultTimeoutMs) → Math.max(3000, defaultTimeoutMs)',
        '{ timeout: connectTimeoutMs } → {}',
      ],
  },
  'packages/service-kit/src/http/server.ts': {
    'A server that listens on a port has an address with it, and every request has a target.': [
      '\'\' → "Stryker was here!"',
      '\'no port to listen on\' → ""',
      "address === null || typeof address === 'string' → false",
      "address === null || typeof address === 'string' → address === null && typeof address === 'string'",
      'address === null → false',
      "typeof address === 'string' → false",
      '\'string\' → ""',
    ],
    'It only changes how soon a slow client is noticed.': [
      'Math.min(1000, limits.headersTimeoutMs) → Math.max(1000, limits.headersTimeoutMs)',
    ],
  },
  'packages/service-kit/src/http/rate-limit-counter.ts': {
    'The statement returns a row for every key. The fallbacks are for the compiler.': [
      '!usage → false',
      '\'a key was not counted\' → ""',
      '{ points: 0, restMs: windowMs } → {}',
    ],
  },
};
