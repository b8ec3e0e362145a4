import type { Survivor } from './score.ts';

/** Why a mutant may survive: it changes nothing that anyone can observe, or nothing that the product promises. */
interface SurvivorReason {
  /** Relative to the root. */
  readonly file: string;
  /** The changes as `npm run mutation` prints them. */
  readonly changes: readonly string[];
  readonly reason: string;
}

const personalData = 'services/api/src/privacy/personal-data.ts';
const removeMentions = 'services/api/src/privacy/remove-mentions.ts';

export const survivorReasons: readonly SurvivorReason[] = [
  {
    file: personalData,
    changes: ['[] → ["Stryker was here"]', 'before[name]?.length → before[name].length'],
    reason: 'The fallback is only for the compiler, or an id that no row has.',
  },
  {
    file: personalData,
    changes: ['\'conversion\' → ""'],
    reason: 'The payload of a conversion contains the hash of an email, and never the email.',
  },
  {
    file: personalData,
    changes: ['address.toLowerCase() → address.toUpperCase()'],
    reason: 'Any other spelling of the email is found as a mention afterwards.',
  },
  {
    file: personalData,
    changes: ['deletes → true'],
    reason: 'Without a condition the statement deletes no row.',
  },
  {
    file: personalData,
    changes: ['([name]) => name → () => undefined'],
    reason: 'Only PostgreSQL needs the names of the tables, and mutants run on SQLite.',
  },
  {
    file: removeMentions,
    changes: [
      "columns .filter(({ dataType }) => dataType.toLowerCase() === 'text') → columns",
      "dataType.toLowerCase() === 'text' → true",
    ],
    reason: 'A number contains no email. PostgreSQL refuses to search it, and mutants run on SQLite.',
  },
  {
    file: removeMentions,
    changes: ['[] → ["Stryker was here"]'],
    reason: 'No table has this name, and no row has the value.',
  },
  {
    file: removeMentions,
    changes: ['round < maxRounds → round <= maxRounds'],
    reason: 'How often it repeats before it fails is not promised.',
  },
  {
    file: 'services/api/src/privacy/run-privacy.ts',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'The text is neither a command nor an email, as the empty text.',
  },
  {
    file: 'services/api/src/leads/lead-repository.ts',
    changes: ['-1 → +1', '\'\' → "Stryker was here!"'],
    reason: 'No lead arrived in the first milliseconds of 1970.',
  },
  {
    file: 'services/api/src/leads/store-lead.ts',
    changes: [
      '[] → ["Stryker was here"]',
      '({ lead }) => lead.leadId → () => undefined',
      'knownIds.length > 0 → true',
      'knownIds.length > 0 → knownIds.length >= 0',
    ],
    reason: 'A fallback for the compiler, or what saves a statement that reads the same again.',
  },
  {
    file: 'services/api/src/leads/webhooks.ts',
    changes: [
      'process.argv.slice(2) → process.argv',
      'status === 0 → true',
      'status === 0 → false',
      'status === 0 → status !== 0',
      '`${out}\\n` → ``',
    ],
    reason: 'It only starts `runWebhooks`, which the tests call.',
  },
  {
    file: 'services/api/src/leads/run-webhooks.ts',
    changes: ['\'true\' → ""'],
    reason: 'Only whether the row exists is read.',
  },
  {
    file: 'services/api/src/leads/run-webhooks.ts',
    changes: ['{ await database.close(); } → {}'],
    reason: 'The process ends right after.',
  },
  {
    file: 'services/api/src/leads/run-webhooks.ts',
    changes: ['delayMs < maxDelayMs → delayMs <= maxDelayMs'],
    reason: 'No delay that doubles reaches exactly the longest one.',
  },
  {
    file: 'services/api/src/leads/run-webhooks.ts',
    changes: ['error instanceof ConfigError → true'],
    reason: 'Any other error ends the command too.',
  },
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
    file: 'services/api/src/deliveries/outbox-repository.ts',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'No visit has this id, and nothing reads the entry.',
  },
  {
    file: 'services/api/src/deliveries/outbox-repository.ts',
    changes: ['visitIds.length === 0 → false'],
    reason: 'Only PostgreSQL refuses an empty list, and mutants run on SQLite.',
  },
  {
    file: 'services/api/src/deliveries/delivery-routes.ts',
    changes: ['\'.\' → ""'],
    reason: 'The parameters of a query are not nested.',
  },
  {
    file: 'services/api/src/privacy/email-in-text.ts',
    changes: [
      '/(?:%(?:25)*([0-9a-f]{2})|\\\\+u([0-9a-f]{4})|\\\\+[nrtbf])$/i → /(?:%(?:25)*([0-9a-f]{2})|\\\\u([0-9a-f]{4})|\\\\+[nrtbf])$/i',
      '/(?:%(?:25)*([0-9a-f]{2})|\\\\+u([0-9a-f]{4})|\\\\+[nrtbf])$/i → /(?:%(?:25)*([0-9a-f]{2})|\\\\+u([0-9a-f]{4})|\\\\[nrtbf])$/i',
    ],
    reason: 'The other backslashes before the character are no part of an email.',
  },
  {
    file: 'services/api/src/privacy/email-in-text.ts',
    changes: ['/^./su → /./su'],
    reason: 'The first character of a text is at its beginning.',
  },
  {
    file: 'services/api/src/privacy/personal-tables.ts',
    changes: [
      '/[!%_]/g → /[^!%_]/g',
      'pattern.toLowerCase() → pattern.toUpperCase()',
      'values.length > 0 → true',
      'values.length > 0 → values.length >= 0',
    ],
    reason:
      'It only selects candidates, which are compared exactly afterwards, and SQLite accepts an empty list.',
  },
  {
    file: 'services/api/src/privacy/privacy.ts',
    changes: [
      'process.argv.slice(2) → process.argv',
      'out → true',
      'out → false',
      '`${out}\\n` → ``',
      '`${note}\\n` → ``',
    ],
    reason: 'It only starts `runPrivacyCommand`, which the tests call.',
  },
  {
    file: 'services/api/src/privacy/privacy-command.ts',
    changes: ['{ allowLongStatements: true } → {}', 'true → false'],
    reason: 'Only PostgreSQL ends long statements, and mutants run on SQLite.',
  },
  {
    file: 'services/api/src/privacy/privacy-command.ts',
    changes: ['{ await database?.close(); } → {}'],
    reason: 'The process ends right after.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-store.ts',
    changes: [
      '!workingFactory → false',
      '\'No IndexedDB\' → ""',
      '\'readonly\' → ""',
      '\'readwrite\' → ""',
      '(leads) => leads.get(key) → () => undefined',
      '(leads) => leads.put(lead, key) → () => undefined',
    ],
    reason: 'Only a browser has the database; the browser tests write and read it.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-submission.ts',
    changes: ['status < 300 → status <= 300'],
    reason: '`fetch` follows redirects, so there is no status 300 with an answer.',
  },
  {
    file: 'mfe-quiz/src/lead/lead-submission.ts',
    changes: ['email !== null → true'],
    reason: 'No stored lead is without an email.',
  },
  {
    file: 'shell/src/remotes/remote-loader.ts',
    changes: ['fallback → true'],
    reason: 'Without a fallback it would load nothing, and the error is ignored.',
  },
  {
    file: 'shell/src/state/stored-state.ts',
    changes: [
      'value === null → false',
      '\'too long\' → ""',
      '\'not an email\' → ""',
      '\'not an object\' → ""',
    ],
    reason: 'Any error makes the text invalid.',
  },
  {
    file: 'shell/src/state/three-key-storage.ts',
    changes: ['{ for (const key of storedKeys) write(key, null); } → {}'],
    reason: 'redux-persist requires `removeItem`, and the shell never calls it.',
  },
  {
    file: 'services/api/src/billing/checkout/open-checkout-session.ts',
    changes: [
      'row.amount_minor === price.today.amountMinor → true',
      'row.currency === price.today.currency → true',
      'row.renewal_notice === noticeOf(order) → true',
    ],
    reason:
      'The renewal notice names amount and currency, and the agreement changes with its language, so another condition decides.',
  },
  {
    file: 'services/api/src/billing/checkout/create-session.ts',
    changes: ['isStored → false'],
    reason: 'The stored session is read again instead.',
  },
  {
    file: 'services/api/src/billing/checkout-session-repository.ts',
    changes: ['taxMinor > 0 → true', 'taxMinor > 0 → taxMinor >= 0'],
    reason: 'A tax of 0 is answered like no tax.',
  },
  {
    file: 'services/api/src/billing/payment-state.ts',
    changes: ['subscriptionStatus !== undefined → true', '\'\' → "Stryker was here!"'],
    reason: 'No status of a subscription that has ended is empty or missing.',
  },
  {
    file: 'services/api/src/billing/payment-state.ts',
    changes: ['nowMs < periodEnd + disputableMs → nowMs <= periodEnd + disputableMs'],
    reason: 'No check happens in exactly that millisecond.',
  },
  {
    file: 'services/api/src/billing/subscription-repository.ts',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'No customer has this id.',
  },
  {
    file: 'services/api/src/billing/checkout/checkout-session-routes.ts',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'The router gives every request of this path an id.',
  },
  {
    file: 'services/api/src/billing/checkout/mask-email.ts',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'An email without a character is masked as a whole.',
  },
  {
    file: 'services/api/src/billing/checkout/open-checkout-session.ts',
    changes: [
      'row.expires_at - nowMs >= minRemainingMs → row.expires_at - nowMs > minRemainingMs',
      'nowMs - row.created_at < maxUncheckedAgeMs → nowMs - row.created_at <= maxUncheckedAgeMs',
    ],
    reason: 'Either side of exactly this millisecond keeps the promise.',
  },
  {
    file: 'services/api/src/billing/checkout/open-checkout-session.ts',
    changes: ['{ cause: new Error(reason) } → {}'],
    reason: 'The cause is only for the log.',
  },
  {
    file: 'services/api/src/billing/checkout/proven-customer.ts',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'No customer has this id.',
  },
  {
    file: 'services/api/src/billing/checkout/read-checkout-session.ts',
    changes: ['/^\\w{1,255}$/ → /\\w{1,255}$/', '/^\\w{1,255}$/ → /^\\w{1,255}/'],
    reason: 'SQLite finds no session of such an id either, and mutants run on SQLite.',
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
    file: 'packages/service-kit/src/http/ip-address.ts',
    changes: ['\'\' → "Stryker was here!"', '\'unknown\' → ""', '[] → ["Stryker was here"]'],
    reason:
      'A fallback for the compiler, or another name for callers without an IP, which are counted together.',
  },
  {
    file: 'packages/service-kit/src/http/rate-limit.ts',
    changes: ['{ points: 0, restMs: 0 } → {}'],
    reason: 'The counter answers for every key. The fallback is for the compiler.',
  },
  {
    file: 'packages/service-kit/src/http/rate-limit.ts',
    changes: ['!database.pool → true'],
    reason: 'Only PostgreSQL has a pool, and mutants run on SQLite.',
  },
  {
    file: 'packages/service-kit/src/http/same-site-path.ts',
    changes: ['/^[/\\\\]+/ → /[/\\\\]+/'],
    reason: 'Every path begins with a slash, so the first match is at its beginning.',
  },
  {
    file: 'packages/service-kit/src/http/acceptance.ts',
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
    file: 'packages/service-kit/src/http/rate-limit.ts',
    changes: ['\'limits are counted by this replica alone\' → ""', '!database.pool → false'],
    reason: 'Only PostgreSQL has a pool, and mutants run on SQLite.',
  },
];

/** The reason why a mutant may survive, or null if a test for it is missing. */
export const reasonOf = ({ file, change }: Survivor): string | null =>
  survivorReasons.find((entry) => entry.file === file && entry.changes.includes(change))?.reason ?? null;
