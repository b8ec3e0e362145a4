import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** For each rule: a file that violates it, and its import. */
const violations: Record<string, [file: string, imports: string]> = {
  'contracts-import-nothing-of-ours': ['packages/contracts/src/a.ts', '../../ui/src/target.ts'],
  'contracts-know-no-platform': ['packages/contracts/src/b.ts', 'react'],
  'contracts-know-no-node': ['packages/contracts/src/c.ts', 'node:fs'],
  'kits-import-contracts-only': ['packages/ui/src/a.ts', '../../shell-kit/src/target.ts'],
  'tools-of-a-remote-know-no-service': [
    'packages/remote-tools/src/a.ts',
    '../../../services/api/src/target.ts',
  ],
  'no-app-imports-an-app': ['mfe-quiz/src/a.ts', '../../mfe-pricing/src/target.ts'],
  'web-apps-import-their-kits-only': ['mfe-quiz/src/c.ts', '../../packages/service-kit/src/target.ts'],
  'the-service-imports-its-kits-only': ['services/api/src/a.ts', '../../../packages/ui/src/target.ts'],
  'the-sandbox-imports-contracts-only': [
    'services/payment-sandbox/src/a.ts',
    '../../../packages/service-kit/src/target.ts',
  ],
  'the-service-kit-knows-no-funnel': ['packages/service-kit/src/a.ts', '../../contracts/src/plans.ts'],
  'build-imports-no-app': ['packages/build/src/a.ts', '../../ui/src/target.ts'],
  'the-release-client-speaks-http-only': ['services/releases/src/cli/a.ts', '../target.ts'],
  'only-the-service-mounts-releases': ['packages/build/src/b.ts', '../../../services/releases/src/target.ts'],
  'tests-of-the-product-know-no-code': ['e2e/src/a.ts', '../../packages/release-kit/src/target.ts'],
  'the-bench-imports-one-app-only': ['bench/src/a.ts', '../../packages/ui/src/target.ts'],
  'examples-import-published-packages-only': [
    'docs/examples/rspack/src/a.ts',
    '../../../../packages/ui/src/target.ts',
  ],
  'one-file-knows-federation': ['shell/src/b.ts', '@module-federation/enhanced/runtime'],
  'remotes-share-react-only': ['mfe-quiz/src/b.ts', 'react-router-dom'],
  'the-provider-is-known-to-payments': ['services/api/src/leads/a.ts', 'stripe'],
  'the-oracle-knows-no-service': [
    'services/api/src/billing/reconciliation/history-oracle.testkit.ts',
    '../../target.ts',
  ],
  'only-routes-know-http': ['services/api/src/leads/store-lead.ts', 'koa'],
  'one-file-knows-the-router': ['services/api/src/leads/lead-routes.ts', '@koa/router'],
  'no-circular': ['mfe-legal/src/a.ts', './b.ts'],
  'no-folder-cycles': ['mfe-legal/src/dialog/a.ts', '../content/b.ts'],
};
const targets = [
  'packages/ui',
  'packages/shell-kit',
  'packages/service-kit',
  'packages/release-kit',
  'packages/build',
  'services/api',
  'services/releases',
  'mfe-pricing',
  'mfe-quiz',
  'mfe-legal',
  'shell',
  'e2e',
  'bench',
  'docs/examples/rspack',
];

const rootFolder = join(__dirname, '../../../..');
const configs = ['module-boundaries.cjs', 'folder-boundaries.cjs'].map((name) =>
  join(__dirname, '../../config', name),
);
const rules = configs.flatMap((config): string[] => {
  const { forbidden }: { forbidden: { name: string }[] } = require(config);
  return forbidden.map(({ name }) => name);
});

const violatedRules = (folder: string): string[] =>
  configs.flatMap((config) => violatedRulesOf(config, folder));

function violatedRulesOf(config: string, folder: string): string[] {
  const program = join(rootFolder, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    program,
    '--config',
    config,
    '--output-type',
    'json',
    'packages',
    'services',
    'shell',
    'mfe-quiz',
    'mfe-legal',
    'e2e',
    'bench',
    'docs',
  ];
  // The exit status is the number of violations, so the test reads the report instead.
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const report: { summary: { violations: { rule: { name: string } }[] } } = JSON.parse(stdout);
  return report.summary.violations.map(({ rule }) => rule.name);
}

describe('module boundaries', () => {
  let folder: string;
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'module-boundaries-'));
    for (const target of targets) write(`${target}/src/target.ts`, 'export const target = 1;\n');
    write('packages/contracts/src/plans.ts', 'export const plans = 1;\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('have a violation for every rule in this test', () => {
    expect(Object.keys(violations).sort()).toEqual(rules.toSorted());
  });

  it('accept a tree without violations', () => {
    expect(violatedRules(folder)).toEqual([]);
  });

  it('report each planted violation', () => {
    for (const [file, imports] of Object.values(violations)) write(file, `import '${imports}';\n`);
    // The other halves of the cycles; an import of types alone closes one, too.
    write('mfe-legal/src/b.ts', "import type {} from './a.ts';\n");
    write('mfe-legal/src/content/b.ts', 'export const b = 1;\n');
    write('mfe-legal/src/content/c.ts', "import type {} from '../dialog/c.ts';\n");
    write('mfe-legal/src/dialog/c.ts', 'export const c = 1;\n');
    expect(new Set(violatedRules(folder))).toEqual(new Set(Object.keys(violations)));
  });
});
