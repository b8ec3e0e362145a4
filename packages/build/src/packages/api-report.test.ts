import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { copyRepository } from '../testing/repository-copy.ts';
import { describeApi } from './api-report.ts';

jest.setTimeout(120_000);

const describeMoney = (declarations: string) =>
  describeApi('@funnel/shop', [{ name: '@funnel/shop/money', declarations }]);

describe('the report of a package', () => {
  it('describes each module, and only its types', () => {
    const modules = [
      { name: '@funnel/shop/money', declarations: '/** Cents. */\nexport type Cents = number;\n' },
      {
        name: '@funnel/shop/plans/plan',
        declarations: "import type { Cents } from '../money.ts';\nexport declare const price: Cents;",
      },
    ];
    expect(describeApi('@funnel/shop', modules)).toBe(`# The public types of @funnel/shop

Written by \`npm run api-report\`. A difference is what teams notice: review it.

## @funnel/shop/money

\`\`\`ts
export type Cents = number;
\`\`\`

## @funnel/shop/plans/plan

\`\`\`ts
import type { Cents } from '../money.ts';
export declare const price: Cents;
\`\`\`
`);
  });

  it('is the same for other comments and other whitespace', () => {
    expect(describeMoney('/** Cents. */\nexport type Cents = number;\n')).toBe(
      describeMoney('// In minor units.\n\nexport  type Cents =\n  number; // whole\n'),
    );
  });

  // Which of them the compiler writes first depends on the files that it has checked before.
  it('is the same for another order of properties and of the members of a union', () => {
    expect(
      describeMoney("export declare const sums: { EUR: 'gross' | 'net'; USD: { tax: 1 | 2; net: 0 } };"),
    ).toBe(
      describeMoney("export declare const sums: { USD: { net: 0; tax: 2 | 1 }; EUR: 'net' | 'gross' };"),
    );
  });

  it('keeps the order of overloads, which decides about a call', () => {
    const first = 'export declare const read: { (name: string): 1; (name: unknown): 2 };';
    const second = 'export declare const read: { (name: unknown): 2; (name: string): 1 };';
    expect(describeMoney(first)).not.toBe(describeMoney(second));
  });

  it('fails the check when an exported type changes, and is written again on request', async () => {
    const copy = copyRepository();
    try {
      const source = join(copy.folder, 'packages/contracts/src/remote-module.ts');
      const text = readFileSync(source, 'utf8');
      writeFileSync(source, text.replace('readonly path: string;', 'readonly path?: string;'));
      await expect(copy.npm(['run', '-s', 'api-report', '--', '--check'])).rejects.toThrow(
        /packages\/contracts\/api\.md is not what the package exports\.\nRun "npm run api-report" and review/,
      );
      expect(await copy.npm(['run', '-s', 'api-report'])).toBe('wrote packages/contracts/api.md\n');
      expect(copy.changedFiles()).toContain('packages/contracts/api.md');
    } finally {
      copy.remove();
    }
  });
});
