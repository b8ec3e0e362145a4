import type { SurvivorReason } from './survivor-reason.ts';

export const releasesSurvivors: readonly SurvivorReason[] = [
  {
    file: 'services/releases/src/rollout/deployment-effects.ts',
    changes: ['integrities.length === 0 → false'],
    reason: 'Only PostgreSQL rejects an empty list, and mutants run on SQLite.',
  },
  {
    file: 'services/releases/src/rollout/deployment-effects.ts',
    changes: ['row?.bytes → row.bytes', '[] → ["Stryker was here"]', 'version === null → false'],
    reason: 'A sum always has a row, no file has this hash, and no version is called null.',
  },
  {
    file: 'services/releases/src/rollout/prepare-set.ts',
    changes: ['(await findSet(db, channel.set_id))?.members → (await findSet(db, channel.set_id)).members'],
    reason: 'The set of the channel is always stored.',
  },
  {
    file: 'services/releases/src/visitors/local-override.ts',
    changes: [
      '\'\' → "Stryker was here!"',
      '[] → ["Stryker was here"]',
      "kind !== 'local' → false",
      '/^([^@]+)@(.+)$/ → /([^@]+)@(.+)$/',
      '/^([^@]+)@(.+)$/ → /^([^@]+)@(.+)/',
    ],
    reason: 'What is read of such a text is no name or no URL of this machine, as the next checks find.',
  },
  {
    file: 'services/releases/src/visitors/local-override.ts',
    changes: ['\'.\' → ""'],
    reason: 'The paths of its files lead to the same folder. Only the text of a failure names another URL.',
  },
  {
    file: 'services/releases/src/visitors/local-override.ts',
    changes: ['() => null → () => undefined'],
    reason: 'The check that follows treats both alike.',
  },
  {
    file: 'services/releases/src/statistics/confidence-sequence.ts',
    changes: ['averaged - atP > Math.log(1 / alpha) → averaged - atP >= Math.log(1 / alpha)'],
    reason: 'No evidence is exactly as large.',
  },
  {
    file: 'services/releases/src/statistics/power.ts',
    changes: ['powerAt(plan, largest) < power → powerAt(plan, largest) <= power'],
    reason: 'No power is exactly as large.',
  },
  {
    file: 'services/releases/src/statistics/sample-ratio.ts',
    changes: ['compared.length < 2 → false'],
    reason: 'The test of one arm has no degree of freedom, which gives 1 as well.',
  },
  {
    file: 'services/releases/src/statistics/special-functions.ts',
    changes: [
      'x < 0.5 → false',
      'x === 0 → false',
      'x < a + 1 → false',
      'x < a + 1 → true',
      'x < a + 1 → x <= a + 1',
      'x < a + 1 → x >= a + 1',
      'a + 1 → a - 1',
    ],
    reason: 'Both ways give the same number. They differ in how fast they come to it.',
  },
  {
    file: 'services/releases/src/statistics/special-functions.ts',
    changes: [
      'n < maxTerms → true',
      'n < maxTerms → n <= maxTerms',
      'term > sum * precision → term >= sum * precision',
      'Math.abs(d) < tiny → false',
      'Math.abs(d) < tiny → Math.abs(d) <= tiny',
      'Math.abs(c) < tiny → false',
      'Math.abs(c) < tiny → Math.abs(c) <= tiny',
      'Math.abs(d * c - 1) < precision → Math.abs(d * c - 1) <= precision',
    ],
    reason:
      'It only ends the sum earlier or later, beyond the precision, or avoids a division by zero that does not happen.',
  },
  {
    file: 'services/releases/src/auto-rollback/rollback-rule.ts',
    changes: ['count === 0 → false'],
    reason: 'No count is 0 there: without failures, or with nothing but failures, the rates do not differ.',
  },
  {
    file: 'services/releases/src/auto-rollback/rollback-rule.ts',
    changes: ['stable.visitors === 0 → false'],
    reason: 'Without visitors of the stable set the odds stay below 1.',
  },
  {
    file: 'services/releases/src/auto-rollback/rollback-rule.ts',
    changes: ['logOdds >= log(minBayesFactor * strictness) → logOdds > log(minBayesFactor * strictness)'],
    reason: 'No counts have odds of exactly 2,000 or a multiple of it.',
  },
  {
    file: 'services/releases/src/visitors/assign-set.ts',
    changes: [
      'bucketOf(visitId, canary.setId) < canary.percent → bucketOf(visitId, canary.setId) <= canary.percent',
    ],
    reason: 'No bucket is exactly the percentage.',
  },
  {
    file: 'services/releases/src/visitors/assignment-cookie.ts',
    changes: ['false → true'],
    reason: 'The service always says whether it has sent a document.',
  },
  {
    file: 'services/releases/src/visitors/assignment-cookie.ts',
    changes: [
      '[] → ["Stryker was here"]',
      'setId && seenAt → true',
      'setId && seenAt → setId || seenAt',
      'setId && seenAt && visitId → setId && seenAt || visitId',
    ],
    reason: 'A signed value has all of its parts, and any other value has none. No mark has this text.',
  },
  {
    file: 'services/releases/src/visitors/visitor-set.ts',
    changes: ['[] → ["Stryker was here"]', '{ isDocument: false } → {}'],
    reason:
      'Without a preview there is no kind, so that no target is read, and a missing `isDocument` counts as false.',
  },
  {
    file: 'services/releases/src/visitors/compose-set.ts',
    changes: [
      '\'it has no shell\' → ""',
      'set?.members → set.members',
      '!set || !shell → false',
      '!set || !shell → !set && !shell',
    ],
    reason: 'The error is only logged, and reading a set without them throws one, too.',
  },
  {
    file: 'services/releases/src/visitors/compose-set.ts',
    changes: [
      'earlier.filter((trusted) => trusted !== setId) → earlier',
      'trusted !== setId → true',
      '() => null → () => undefined',
    ],
    reason: 'Every set that was live is stored, and the one that could not be composed fails again.',
  },
  {
    file: 'services/releases/src/visitors/live-sets.ts',
    changes: [
      "{ log.error({ err }, 'the live set could not be read; serving the last known one → {}",
      '{ err } → {}',
      '\'the live set could not be read; serving the last known one\' → ""',
      '() => null → () => undefined',
    ],
    reason: 'It is only the text of the log, or what follows treats both alike.',
  },
  {
    file: 'services/releases/src/visitors/live-sets.ts',
    changes: [
      'row && lastChannel?.revision !== revisionOf(row) → true',
      '!reading || now - reading.startedAt >= maxAgeMs → true',
      'now - reading.startedAt >= maxAgeMs → now - reading.startedAt > maxAgeMs',
      'now - reading.startedAt → now + reading.startedAt',
    ],
    reason: 'It only saves statements that read the same again.',
  },
  {
    file: 'services/releases/src/visitors/live-sets.ts',
    changes: [
      '(resolve) => setTimeout(resolve, maxAgeMs) → () => undefined',
      "database.engine === 'postgres' → true",
      "database.engine === 'postgres' → false",
      "database.engine === 'postgres' → database.engine !== 'postgres'",
      '\'postgres\' → ""',
    ],
    reason: 'Only PostgreSQL has several replicas that must be waited for, and mutants run on SQLite.',
  },
];
