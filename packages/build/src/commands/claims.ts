import { claims } from '@funnel/contracts/claims';

import { reportClaims } from '../claims-report.ts';
import { readArguments } from './command-line.ts';

const { values } = readArguments('Usage: npm run claims -- [--strict]', {
  options: { strict: { type: 'boolean', default: false } },
});

const { text, withoutSource } = reportClaims(claims);
console.log(text);
if (withoutSource.length > 0) console.log('With CLAIMS=strict, pages omit the claims without a source.');
process.exitCode = values.strict && withoutSource.length > 0 ? 1 : 0;
