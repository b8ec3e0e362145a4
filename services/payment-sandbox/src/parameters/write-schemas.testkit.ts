import { writeFileSync } from 'node:fs';

import { parameterSchemas, schemaFile } from './parameter-schemas.testkit.ts';

writeFileSync(schemaFile, JSON.stringify(parameterSchemas(), null, 2));
