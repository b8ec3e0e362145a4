const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const rootFolder = join(__dirname, '../../..');
const hasFile = (folder, file) => existsSync(join(rootFolder, folder, file));

/** A pattern of the root's `workspaces`, which may end with `*`, as the folders that match it. */
function expand(pattern) {
  if (!pattern.endsWith('*')) return [pattern];
  const [, parent = '', prefix = ''] = /^(.*\/)?([^/]*)\*$/.exec(pattern) ?? [];
  const folder = join(rootFolder, parent);
  // The image of the service is built without the examples.
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${parent}${name}`)
    .sort();
}

const { workspaces } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8'));
const workspaceFolders = workspaces.flatMap(expand).filter((folder) => hasFile(folder, 'package.json'));

/** The workspaces of the repository and the remotes among them. Every list of apps is derived from this one. */
module.exports = {
  workspaceFolders,
  /** Examples are remotes, too, but not of the product. */
  remoteNames: workspaceFolders.filter(
    (folder) => hasFile(folder, 'remote.config.ts') && !folder.startsWith('docs/'),
  ),
};
