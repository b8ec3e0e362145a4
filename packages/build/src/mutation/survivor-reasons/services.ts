import type { SurvivorReasons } from './survivor-reason.ts';

export const servicesSurvivors: SurvivorReasons = {
  'services/api/src/privacy/personal-data.ts': {
    'The fallback is only for the compiler, or an id that no row has.': [
      '[] → ["Stryker was here"]',
      'before[name]?.length → before[name].length',
    ],
    'The payload of a conversion contains the hash of an email, and never the email.': [
      '\'conversion\' → ""',
    ],
    'Any other spelling of the email is found as a mention afterwards.': [
      'spelling.toLowerCase() → spelling.toUpperCase()',
    ],
    'Without a condition the statement deletes no row.': ['deletes → true'],
    'Only PostgreSQL needs the names of the tables, and mutants run on SQLite.': [
      '([name]) => name → () => undefined',
    ],
  },
  'services/api/src/privacy/remove-mentions.ts': {
    'A number contains no email. PostgreSQL refuses to search it, and mutants run on SQLite.': [
      "columns .filter(({ dataType }) => dataType.toLowerCase() === 'text') → columns",
      "dataType.toLowerCase() === 'text' → true",
    ],
    'No table has this name, and no row has the value.': ['[] → ["Stryker was here"]'],
    'How often it repeats before it fails is not promised.': ['round < maxRounds → round <= maxRounds'],
  },
  'services/api/src/privacy/privacy-command.ts': {
    'The text is neither a command nor an email, as the empty text.': ['\'\' → "Stryker was here!"'],
    'Only PostgreSQL ends long statements, and mutants run on SQLite.': ['true → false'],
  },
  'services/api/src/leads/lead-repository.ts': {
    'No lead arrived in the first milliseconds of 1970.': ['-1 → +1', '\'\' → "Stryker was here!"'],
  },
  'services/api/src/leads/store-lead.ts': {
    'A fallback for the compiler, or what saves a statement that reads the same again.': [
      '[] → ["Stryker was here"]',
      '({ lead }) => lead.leadId → () => undefined',
      'knownIds.length > 0 → true',
      'knownIds.length > 0 → knownIds.length >= 0',
    ],
  },
  'services/api/src/leads/webhooks-command.ts': {
    'Only whether the row exists is read.': ['\'true\' → ""'],
    'The process ends right after.': ['{ await database.close(); } → {}'],
    'No delay that doubles reaches exactly the longest one.': [
      'delayMs < maxDelayMs → delayMs <= maxDelayMs',
    ],
  },
  'services/api/src/deliveries/outbox-repository.ts': {
    'No visit has this id, and nothing reads the entry.': ['[] → ["Stryker was here"]'],
    'Only PostgreSQL rejects an empty list, and mutants run on SQLite.': ['visitIds.length === 0 → false'],
  },
  'services/api/src/privacy/email-in-text.ts': {
    'The other backslashes before the character are no part of an email.': [
      '/(?:%(?:25)*([0-9a-f]{2})|\\\\+u([0-9a-f]{4})|\\\\+[nrtbf])$/i → /(?:%(?:25)*([0-9a-f]{2})|\\\\u([0-9a-f]{4})|\\\\+[nrtbf])$/i',
      '/(?:%(?:25)*([0-9a-f]{2})|\\\\+u([0-9a-f]{4})|\\\\+[nrtbf])$/i → /(?:%(?:25)*([0-9a-f]{2})|\\\\+u([0-9a-f]{4})|\\\\[nrtbf])$/i',
    ],
    'The first character of a text is at its beginning.': ['/^./su → /./su'],
  },
  'services/api/src/privacy/personal-tables.ts': {
    'SQLite accepts an empty list.': ['values.length > 0 → true', 'values.length > 0 → values.length >= 0'],
  },
  'services/api/src/billing/checkout/open-checkout-session.ts': {
    'The renewal notice names amount and currency, and the agreement changes with its language, so another condition decides.':
      [
        'row.amount_minor === price.today.amountMinor → true',
        'row.currency === price.today.currency → true',
        'row.renewal_notice === noticeOf(order) → true',
      ],
    'Either side of exactly this millisecond keeps the promise.': [
      'row.expires_at - nowMs >= minRemainingMs → row.expires_at - nowMs > minRemainingMs',
      'nowMs - row.created_at < maxUncheckedAgeMs → nowMs - row.created_at <= maxUncheckedAgeMs',
    ],
    'The cause is only for the log.': ['{ cause: new Error(reason) } → {}'],
  },
  'services/api/src/billing/checkout/create-session.ts': {
    'The stored session is read again instead.': ['isStored → false'],
  },
  'services/api/src/billing/checkout-session-repository.ts': {
    'A tax of 0 is answered like no tax.': ['taxMinor > 0 → true', 'taxMinor > 0 → taxMinor >= 0'],
  },
  'services/api/src/billing/payment-state.ts': {
    'No status of a subscription that has ended is empty or missing.': [
      'subscriptionStatus !== undefined → true',
      '\'\' → "Stryker was here!"',
    ],
    'No check happens in exactly that millisecond.': [
      'nowMs < periodEnd + disputableMs → nowMs <= periodEnd + disputableMs',
    ],
  },
  'services/api/src/billing/stripe/charges.ts': {
    'Of two that are equally severe either is the result.': [
      'disputesBySeverity.indexOf(one) > disputesBySeverity.indexOf(other) → disputesBySeverity.indexOf(one) >= disputesBySeverity.indexOf(other)',
    ],
    'For the compiler: only an invoice that is whole has a parent, and only one with a parent has a subscription.':
      ["typeof invoice === 'object' && 'parent' in invoice → true", 'invoice?.status → invoice.status'],
  },
  'services/api/src/billing/stripe/payments.ts': {
    'It only changes how many calls a list needs.': ['{ limit } → {}'],
    'What has no payment, no subscription or no payment intent is not found in the next step either.': [
      '[] → ["Stryker was here"]',
      '\'\' → "Stryker was here!"',
      'subscriptionId && intent → true',
      'subscriptionId && intent → subscriptionId || intent',
    ],
  },
  'services/api/src/billing/stripe/webhook-event.ts': {
    'No event that is processed has one of these names in its middle.': [
      '/^(charge\\.dispute|refund|radar\\.early_fraud_warning)\\./ → /(charge\\.dispute|refund|radar\\.early_fraud_warning)\\./',
    ],
  },
  'services/api/src/billing/subscription-repository.ts': {
    'No customer has this id.': ['\'\' → "Stryker was here!"'],
  },
  'services/api/src/billing/checkout/checkout-session-routes.ts': {
    'The router gives every request of this path an id.': ['\'\' → "Stryker was here!"'],
  },
  'services/api/src/billing/checkout/mask-email.ts': {
    'An email without a character is masked as a whole.': ['\'\' → "Stryker was here!"'],
  },
  'services/api/src/billing/checkout/proven-customer.ts': {
    'No customer has this id.': ['\'\' → "Stryker was here!"'],
  },
  'services/api/src/billing/checkout/read-checkout-session.ts': {
    'SQLite finds no session of such an id either, and mutants run on SQLite.': [
      '/^\\w{1,255}$/ → /\\w{1,255}$/',
      '/^\\w{1,255}$/ → /^\\w{1,255}/',
    ],
  },
};
