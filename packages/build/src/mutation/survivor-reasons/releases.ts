import type { SurvivorReasons } from './survivor-reason.ts';

export const releasesSurvivors: SurvivorReasons = {
  'services/releases/src/rollout/deployment-effects.ts': {
    'Only PostgreSQL rejects an empty list, and mutants run on SQLite.': ['integrities.length === 0 → false'],
    'A sum always has a row, no file has this hash, and no version is called null.': [
      'row?.bytes → row.bytes',
      '[] → ["Stryker was here"]',
      'version === null → false',
    ],
  },
  'services/releases/src/rollout/prepare-set.ts': {
    'The set of the channel is always stored.': [
      '(await findSet(db, channel.set_id))?.members → (await findSet(db, channel.set_id)).members',
    ],
  },
  'services/releases/src/visitors/local-override.ts': {
    'What is read of such a text is no name or no URL of this machine, as the next checks find.': [
      '\'\' → "Stryker was here!"',
      '[] → ["Stryker was here"]',
      "kind !== 'local' → false",
      '/^([^@]+)@(.+)$/ → /([^@]+)@(.+)$/',
      '/^([^@]+)@(.+)$/ → /^([^@]+)@(.+)/',
    ],
    'The paths of its files lead to the same folder. Only the text of a failure names another URL.': [
      '\'.\' → ""',
    ],
    'The check that follows treats both alike.': ['() => null → () => undefined'],
  },
  'services/releases/src/statistics/confidence-sequence.ts': {
    'No evidence is exactly as large.': [
      'averaged - atP > Math.log(1 / alpha) → averaged - atP >= Math.log(1 / alpha)',
    ],
  },
  'services/releases/src/statistics/power.ts': {
    'No power is exactly as large.': ['powerAt(plan, largest) < power → powerAt(plan, largest) <= power'],
  },
  'services/releases/src/statistics/sample-ratio.ts': {
    'The test of one arm has no degree of freedom, which gives 1 as well.': ['compared.length < 2 → false'],
  },
  'services/releases/src/statistics/special-functions.ts': {
    'Both ways give the same number. They differ in how fast they come to it.': [
      'x < 0.5 → false',
      'x === 0 → false',
      'x < a + 1 → false',
      'x < a + 1 → true',
      'x < a + 1 → x <= a + 1',
      'x < a + 1 → x >= a + 1',
      'a + 1 → a - 1',
    ],
    'It only ends the sum earlier or later, beyond the precision, or avoids a division by zero that does not happen.':
      [
        'n < maxTerms → true',
        'n < maxTerms → n <= maxTerms',
        'term > sum * precision → term >= sum * precision',
        'Math.abs(d) < tiny → false',
        'Math.abs(d) < tiny → Math.abs(d) <= tiny',
        'Math.abs(c) < tiny → false',
        'Math.abs(c) < tiny → Math.abs(c) <= tiny',
        'Math.abs(d * c - 1) < precision → Math.abs(d * c - 1) <= precision',
      ],
  },
  'services/releases/src/auto-rollback/rollback-rule.ts': {
    'No count is 0 there: without failures, or with nothing but failures, the rates do not differ.': [
      'count === 0 → false',
    ],
    'Without visitors of the stable set the odds stay below 1.': ['stable.visitors === 0 → false'],
    'No counts have odds of exactly 2,000 or a multiple of it.': [
      'logOdds >= log(minBayesFactor * strictness) → logOdds > log(minBayesFactor * strictness)',
    ],
  },
  'services/releases/src/visitors/assign-set.ts': {
    'No bucket is exactly the percentage.': [
      'bucketOf(visitId, canary.setId) < canary.percent → bucketOf(visitId, canary.setId) <= canary.percent',
    ],
  },
  'services/releases/src/visitors/assignment-cookie.ts': {
    'The service always says whether it has sent a document.': ['false → true'],
    'A signed value has all of its parts, and any other value has none. No mark has this text.': [
      '[] → ["Stryker was here"]',
      'setId && seenAt → true',
      'setId && seenAt → setId || seenAt',
      'setId && seenAt && visitId → setId && seenAt || visitId',
    ],
  },
  'services/releases/src/visitors/visitor-set.ts': {
    'Without a preview there is no kind, so that no target is read, and a missing `isDocument` counts as false.':
      ['[] → ["Stryker was here"]', '{ isDocument: false } → {}'],
  },
  'services/releases/src/visitors/compose-set.ts': {
    'The error is only logged, and reading a set without them throws one, too.': [
      '\'it has no shell\' → ""',
      'set?.members → set.members',
      '!set || !shell → false',
      '!set || !shell → !set && !shell',
    ],
    'The check that follows treats both alike.': ['() => null → () => undefined'],
  },
  'services/releases/src/visitors/live-sets.ts': {
    'It is only the text of the log, or what follows treats both alike.': [
      "{ log.error({ err }, 'the live set could not be read; serving the last known one → {}",
      '{ err } → {}',
      '\'the live set could not be read; serving the last known one\' → ""',
      '() => null → () => undefined',
    ],
    'It only saves statements that read the same again.': [
      'row && lastChannel?.revision !== revisionOf(row) → true',
      '!reading || now - reading.startedAt >= maxAgeMs → true',
      'now - reading.startedAt >= maxAgeMs → now - reading.startedAt > maxAgeMs',
      'now - reading.startedAt → now + reading.startedAt',
    ],
    'Only PostgreSQL has several replicas that must be waited for, and mutants run on SQLite.': [
      '(resolve) => setTimeout(resolve, maxAgeMs) → () => undefined',
      "database.engine === 'postgres' → true",
      "database.engine === 'postgres' → false",
      "database.engine === 'postgres' → database.engine !== 'postgres'",
      '\'postgres\' → ""',
    ],
  },
};
