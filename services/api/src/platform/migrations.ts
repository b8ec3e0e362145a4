import { sql, type CreateTableBuilder, type Kysely, type Migration } from 'kysely';

import type { Engine } from './database.ts';

type Columns = Record<string, 'text' | 'integer' | 'bytes'>;

/** `name` is required, `name?` may be null; the first column is the key unless `key` says otherwise. */
async function createTable(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  columns: Columns,
  key?: string[],
) {
  const types = {
    text: sql`text`,
    integer: sql`bigint`,
    bytes: engine === 'postgres' ? sql`bytea` : sql`blob`,
  };
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(table);
  for (const [name, type] of Object.entries(columns)) {
    builder = builder.addColumn(name.replace('?', ''), types[type], (column) =>
      name.endsWith('?') ? column : column.notNull(),
    );
  }
  const [first = ''] = Object.keys(columns);
  await builder.addPrimaryKeyConstraint(`${table}_key`, key ? [...key] : [first]).execute();
}

const index = (db: Kysely<unknown>, table: string, columns: string[]) =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();

/** In order, never edited once released: a change is a new entry. */
export function migrations(engine: Engine): Record<string, Migration> {
  return {
    '0001-start': {
      async up(db) {
        const table = (name: string, columns: Columns, key?: string[]) =>
          createTable(db, engine, name, columns, key);
        await table('settings', { key: 'text', value: 'text' });
        await table('rate_limits', { key: 'text', points: 'integer', 'expire?': 'integer' });
        await table('leads', {
          id: 'text',
          visit_id: 'text',
          email: 'text',
          step: 'text',
          special_goal: 'text',
          quiz_answers: 'text',
          answers_summary: 'text',
          timestamp: 'text',
          received_at: 'integer',
          'set_id?': 'text',
        });
        await index(db, 'leads', ['received_at', 'id']);
        await table('events', {
          id: 'text',
          visit_id: 'text',
          name: 'text',
          payload: 'text',
          received_at: 'integer',
          'set_id?': 'text',
        });
        await table('outbox', {
          id: 'text',
          destination: 'text',
          kind: 'text',
          payload: 'text',
          state: 'text',
          attempts: 'integer',
          due_at: 'integer',
          'lease_owner?': 'text',
          lease_until: 'integer',
          'last_error?': 'text',
          created_at: 'integer',
        });
        await index(db, 'outbox', ['state', 'due_at']);
        await table('inbox', {
          event_id: 'text',
          type: 'text',
          object_id: 'text',
          state: 'text',
          attempts: 'integer',
          due_at: 'integer',
          'last_error?': 'text',
          received_at: 'integer',
        });
        await index(db, 'inbox', ['state', 'due_at']);
        await table('checkout_sessions', {
          id: 'text',
          visit_id: 'text',
          plan_id: 'text',
          email: 'text',
          amount_minor: 'integer',
          currency: 'text',
          client_secret: 'text',
          status: 'text',
          'subscription_id?': 'text',
          renewal_notice: 'text',
          created_at: 'integer',
          expires_at: 'integer',
          'paid_at?': 'integer',
          check_at: 'integer',
          'set_id?': 'text',
        });
        await index(db, 'checkout_sessions', ['visit_id']);
        await index(db, 'checkout_sessions', ['status', 'check_at']);
        await table('checkout_leases', { visit_id: 'text', owner: 'text', lease_until: 'integer' });
        await table('subscriptions', {
          id: 'text',
          'checkout_session_id?': 'text',
          customer_id: 'text',
          status: 'text',
          'current_period_end?': 'integer',
          cancel_at_period_end: 'integer',
          updated_at: 'integer',
        });
        await table('files', { integrity: 'text', type: 'text', body: 'bytes', body_br: 'bytes' });
        await table(
          'builds',
          { name: 'text', version: 'text', digest: 'text', manifest: 'text', published_at: 'integer' },
          ['name', 'version'],
        );
        await table('release_sets', {
          id: 'text',
          number: 'integer',
          members: 'text',
          created_at: 'integer',
        });
        await table('channels', { name: 'text', set_id: 'text', moved_at: 'integer' });
        await table('release_audit', {
          id: 'text',
          at: 'integer',
          actor: 'text',
          action: 'text',
          channel: 'text',
          'from_set?': 'text',
          to_set: 'text',
          note: 'text',
        });
      },
    },
    '0002-after-the-sale': {
      async up(db) {
        const add = (table: string, column: string, type: 'text' | 'bigint') =>
          db.schema
            .alterTable(table)
            .addColumn(column.replace('?', ''), sql.raw(type), (definition) =>
              column.endsWith('?') ? definition : definition.notNull().defaultTo(0),
            )
            .execute();
        await add('checkout_sessions', 'terms_build?', 'text');
        await add('subscriptions', 'last_invoice_status?', 'text');
        await add('subscriptions', 'promotional_period_end?', 'bigint');
        await add('subscriptions', 'was_refunded', 'bigint');
        await add('subscriptions', 'was_disputed', 'bigint');
        await add('subscriptions', 'version', 'bigint');
        await add('subscriptions', 'check_at?', 'bigint');
        await sql`update subscriptions set check_at = 0`.execute(db);
        await index(db, 'subscriptions', ['customer_id']);
        await index(db, 'subscriptions', ['check_at']);
        await createTable(db, engine, 'activation_tokens', {
          token_sha256: 'text',
          subscription_id: 'text',
          expires_at: 'integer',
        });
        await index(db, 'activation_tokens', ['subscription_id']);
      },
    },
  };
}
