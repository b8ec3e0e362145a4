/**
 * Who may import whom, from the bottom up: contracts, then shell-kit and ui, then the apps. Nothing imports an app; the shell
 * reaches a remote at run time only, by name. module-boundaries.test.ts checks each rule with a planted violation.
 */
const own = '^(packages|services|shell|mfe-[^/]+|e2e|bench|docs/examples)/';
const package_ = (names) => `(^|node_modules/)(${names})(/|$)`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'contracts-import-nothing-of-ours',
      'Contracts are the lowest layer.',
      { path: '^packages/contracts/' },
      { path: own, pathNot: '^packages/contracts/' },
    ),
    rule(
      'contracts-know-no-platform',
      'Contracts contain types, data and schemas only.',
      { path: '^packages/contracts/', pathNot: '\\.test\\.ts$' },
      { path: package_('react|react-dom|koa|@koa/[^/]+|redux|@reduxjs/[^/]+|stripe|@stripe/[^/]+') },
    ),
    rule(
      'contracts-know-no-node',
      'Contracts also run in the browser.',
      { path: '^packages/contracts/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'kits-import-contracts-only',
      'Each is installed, or bundled by an app, without the rest of the repository.',
      { path: '^packages/(shell-kit|ui|release-kit|create-remote)/src/' },
      { path: own, pathNot: ['^packages/contracts/', '^packages/$1/'] },
    ),
    rule(
      'tools-of-a-remote-know-no-service',
      'Teams install them without the repository.',
      { path: '^packages/remote-tools/src/' },
      { path: own, pathNot: '^packages/(contracts|shell-kit|release-kit|remote-tools)/' },
    ),
    rule(
      'no-app-imports-an-app',
      'Apps are released independently.',
      { path: '^(shell|mfe-[^/]+|services/[^/]+)/' },
      { path: '^(shell|mfe-[^/]+|services/[^/]+)/', pathNot: ['^$1/', '^services/releases/'] },
    ),
    rule(
      'only-the-service-mounts-releases',
      'The release platform runs in its process, behind a module boundary. Everyone else runs the release command.',
      { path: own, pathNot: '^services/(api|releases)/' },
      { path: '^services/releases/' },
    ),
    rule(
      'web-apps-import-their-kits-only',
      'An app depends on contracts, shell-kit and ui only.',
      { path: '^(shell|mfe-[^/]+|services/console)/src/' },
      { path: '^(packages|e2e|bench)/', pathNot: '^packages/(contracts|shell-kit|ui)/' },
    ),
    rule(
      'the-service-imports-its-kits-only',
      'The service never runs browser code.',
      { path: '^services/(api|releases)/src/' },
      { path: '^packages/', pathNot: '^packages/(contracts|service-kit|release-kit)/' },
    ),
    rule(
      'the-sandbox-imports-contracts-only',
      'It replaces the system of another company.',
      { path: '^services/payment-sandbox/src/' },
      { path: '^packages/', pathNot: '^packages/contracts/' },
    ),
    rule(
      'the-service-kit-knows-no-funnel',
      'Of contracts it knows what every HTTP endpoint has in common: its entry in a table, and problem codes.',
      { path: '^packages/service-kit/' },
      { path: own, pathNot: ['^packages/service-kit/', '^packages/contracts/src/(endpoint|problems)\\.ts$'] },
    ),
    rule(
      'build-imports-no-app',
      'The build loads an app’s configuration at run time, checks the service’s settings, and publishes over HTTP.',
      { path: '^packages/build/' },
      { path: own, pathNot: ['^packages/(?!ui/)', '^services/api/src/platform/config\\.ts$'] },
    ),
    rule(
      'the-release-client-speaks-http-only',
      'Teams use the client without the service’s code.',
      { path: '^services/releases/src/cli/', pathNot: '\\.test\\.ts$' },
      { path: '^(services|packages/service-kit)/', pathNot: '^services/releases/src/cli/' },
    ),
    rule(
      'tests-of-the-product-know-no-code',
      'Tests state what a visitor sees and do not read it from the code under test.',
      { path: '^e2e/' },
      { path: own, pathNot: '^(e2e|packages/(build|remote-tools|service-kit))/' },
    ),
    rule(
      'the-bench-imports-one-app-only',
      'It starts the service from its source, and measures the other apps as they are built.',
      { path: '^bench/' },
      {
        path: own,
        pathNot: '^(bench|e2e|services/api|packages/(build|contracts|remote-tools|service-kit))/',
      },
    ),
    rule(
      'examples-import-published-packages-only',
      'Teams copy an example to a repository of their own.',
      { path: '^docs/examples/([^/]+)/' },
      { path: own, pathNot: ['^docs/examples/$1/', '^packages/(contracts|shell-kit)/'] },
    ),
    rule(
      'one-file-knows-federation',
      'One file of the shell loads remotes.',
      { path: '^(shell|mfe-[^/]+|packages/(shell-kit|ui))/', pathNot: '^shell/src/remotes/federation\\.ts$' },
      { path: package_('@module-federation/[^/]+') },
    ),
    rule(
      'remotes-share-react-only',
      'A remote has no router and no state library.',
      { path: '^mfe-[^/]+/src/' },
      { path: package_('react-router|react-router-dom|redux|@reduxjs/[^/]+|redux-persist|react-dom') },
    ),
    rule(
      'the-provider-is-known-to-payments',
      'Adapters know one vendor.',
      {
        path: '^services/api/src/',
        pathNot: ['^services/api/src/billing/stripe/', '\\.(test|testkit)\\.ts$'],
      },
      { path: package_('stripe') },
    ),
    rule(
      'the-oracle-knows-no-service',
      'The oracle computes the expected result independently of the code under test.',
      { path: '^services/api/src/billing/reconciliation/history-(oracle|transitions)\\.testkit\\.ts$' },
      { path: own, pathNot: '/history-transitions\\.testkit\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'only-routes-know-http',
      'Use cases and repositories do not depend on the HTTP framework.',
      {
        path: '^(services/(api|releases)|packages/service-kit)/src/',
        pathNot: [
          '^services/api/src/(app|main)\\.ts$',
          '-routes\\.ts$',
          '\\.(test|testkit)\\.ts$',
          '^services/api/src/pages/',
          '^packages/service-kit/src/http/',
        ],
      },
      { path: package_('koa|@koa/[^/]+'), dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'one-file-knows-the-router',
      'Every route is created from the endpoint table with its policy.',
      {
        path: '^(services/(api|releases)|packages/service-kit)/src/',
        pathNot: ['^packages/service-kit/src/http/endpoint-router\\.ts$', '\\.(test|testkit)\\.ts$'],
      },
      { path: package_('@koa/router') },
    ),
    rule('no-circular', 'Dependencies have one direction, type imports included.', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|test-results)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
