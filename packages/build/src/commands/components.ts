import { buildComponentsPage } from '../components-page/build-components-page.ts';
import { serveFolder } from '../components-page/serve-folder.ts';
import { inRoot } from '../repository.ts';
import { exitWithError, readArguments } from './command-line.ts';

readArguments('Usage: npm run components', {});

const folder = inRoot('.cache/components-page');
await buildComponentsPage(folder).catch(exitWithError);
const { url } = await serveFolder(folder);
console.log(`
  components  ${url}      light ${url}?scheme=light      dark ${url}?scheme=dark
  Ctrl-C ends it.
`);
