import '@fontsource-variable/figtree/wght.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { ComponentPage } from './component-page.tsx';
import '../fallback-fonts.css';
import { forceStates } from './forced-states.ts';

const query = new URLSearchParams(location.search);
const scheme = query.get('scheme');
for (const sheet of document.styleSheets) {
  forceStates(sheet, scheme === 'light' || scheme === 'dark' ? scheme : null);
}
const root = document.getElementById('root');
if (root) {
  // The page is complete, with its effects, when its scripts have run.
  flushSync(() => createRoot(root).render(<ComponentPage query={query} />));
}
