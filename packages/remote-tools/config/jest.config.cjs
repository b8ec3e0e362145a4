/** The tests of a remote. `--rootDir` selects its folder. */
module.exports = {
  testEnvironment: 'node',
  // Machines may be slow or busy.
  testTimeout: 60_000,
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/src/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  // Passes `Math` to modules as a local variable: looking it up in the test's context is many times slower.
  sandboxInjectedGlobals: ['Math'],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  transform: {
    '\\.[cm]?[jt]sx?$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // The kits come as ES modules, which Jest has to compile.
  transformIgnorePatterns: ['/node_modules/(?!@funnel/)'],
  moduleNameMapper: { '\\.css$': require.resolve('./css-stub.cjs') },
};
