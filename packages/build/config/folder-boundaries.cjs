const modules = require('./module-boundaries.cjs');

/**
 * No cycles between the folders of a workspace, in what is compiled: tests may use the test kit of any folder. Types count,
 * too: a folder that needs the types of another cannot be understood without it.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Folders depend on each other one way.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...modules.options,
    exclude: { path: [modules.options.exclude.path, '\\.(test|testkit|spec)\\.tsx?$'] },
  },
};
