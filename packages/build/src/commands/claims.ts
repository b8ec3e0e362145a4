import { parseArgs } from 'node:util';

import { claims } from '@funnel/contracts/claims';

import { reportClaims } from '../claims-report.ts';

const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });

const { text, withoutSource } = reportClaims(claims);
console.log(text);
if (withoutSource.length > 0) console.log('CLAIMS=strict hides them on every page.');
process.exitCode = values.strict && withoutSource.length > 0 ? 1 : 0;
