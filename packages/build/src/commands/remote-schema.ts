import { writeFileSync } from 'node:fs';

import { remoteSchema, remoteSchemaFile } from '../remote/remote-schema.ts';
import { readArguments } from './command-line.ts';

readArguments('Usage: npm run remote-schema', {});

writeFileSync(remoteSchemaFile, `${JSON.stringify(remoteSchema(), null, 1)}\n`);
console.log(`wrote ${remoteSchemaFile}`);
