import type * as kit from '@funnel/service-kit/database/database';
import type { Kysely } from 'kysely';

import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Queries = kit.Queries<Schema>;
export type Database = kit.Database<Schema>;
