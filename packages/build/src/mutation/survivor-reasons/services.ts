import type { SurvivorReason } from './survivor-reason.ts';

export const servicesSurvivors: readonly SurvivorReason[] = [
  {
    file: 'services/api/src/privacy/personal-data.ts',
    changes: ['[] → ["Stryker was here"]', 'before[name]?.length → before[name].length'],
    reason: 'The fallback is only for the compiler, or an id that no row has.',
  },
  {
    file: 'services/api/src/privacy/personal-data.ts',
    changes: ['\'conversion\' → ""'],
    reason: 'The payload of a conversion contains the hash of an email, and never the email.',
  },
  {
    file: 'services/api/src/privacy/personal-data.ts',
    changes: ['address.toLowerCase() → address.toUpperCase()'],
    reason: 'Any other spelling of the email is found as a mention afterwards.',
  },
  {
    file: 'services/api/src/privacy/personal-data.ts',
    changes: ['deletes → true'],
    reason: 'Without a condition the statement deletes no row.',
  },
  {
    file: 'services/api/src/privacy/personal-data.ts',
    changes: ['([name]) => name → () => undefined'],
    reason: 'Only PostgreSQL needs the names of the tables, and mutants run on SQLite.',
  },
  {
    file: 'services/api/src/privacy/remove-mentions.ts',
    changes: [
      "columns .filter(({ dataType }) => dataType.toLowerCase() === 'text') → columns",
      "dataType.toLowerCase() === 'text' → true",
    ],
    reason: 'A number contains no email. PostgreSQL refuses to search it, and mutants run on SQLite.',
  },
  {
    file: 'services/api/src/privacy/remove-mentions.ts',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'No table has this name, and no row has the value.',
  },
  {
    file: 'services/api/src/privacy/remove-mentions.ts',
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
    file: 'services/api/src/deliveries/outbox-repository.ts',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'No visit has this id, and nothing reads the entry.',
  },
  {
    file: 'services/api/src/deliveries/outbox-repository.ts',
    changes: ['visitIds.length === 0 → false'],
    reason: 'Only PostgreSQL rejects an empty list, and mutants run on SQLite.',
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
    file: 'services/api/src/billing/stripe/charges.ts',
    changes: [
      'disputesBySeverity.indexOf(one) > disputesBySeverity.indexOf(other) → disputesBySeverity.indexOf(one) >= disputesBySeverity.indexOf(other)',
    ],
    reason: 'Of two that are equally severe either is the result.',
  },
  {
    file: 'services/api/src/billing/stripe/charges.ts',
    changes: [
      "typeof invoice === 'object' && 'parent' in invoice → true",
      'invoice?.status → invoice.status',
    ],
    reason:
      'For the compiler: only an invoice that is whole has a parent, and only one with a parent has a subscription.',
  },
  {
    file: 'services/api/src/billing/stripe/payments.ts',
    changes: ['{ limit } → {}'],
    reason: 'It only changes how many calls a list needs.',
  },
  {
    file: 'services/api/src/billing/stripe/payments.ts',
    changes: [
      '[] → ["Stryker was here"]',
      '\'\' → "Stryker was here!"',
      'subscriptionId && intent → true',
      'subscriptionId && intent → subscriptionId || intent',
    ],
    reason: 'What has no payment, no subscription or no payment intent is not found in the next step either.',
  },
  {
    file: 'services/api/src/billing/stripe/webhook-event.ts',
    changes: [
      '/^(charge\\.dispute|refund|radar\\.early_fraud_warning)\\./ → /(charge\\.dispute|refund|radar\\.early_fraud_warning)\\./',
    ],
    reason: 'No event that is processed has one of these names in its middle.',
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
];
