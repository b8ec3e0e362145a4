import { writeFileSync } from 'node:fs';

import { remoteSchema, remoteSchemaFile } from '../remote/remote-schema.ts';

writeFileSync(remoteSchemaFile, `${JSON.stringify(remoteSchema(), null, 1)}\n`);
console.log(`wrote ${remoteSchemaFile}`);
