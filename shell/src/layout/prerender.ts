// What the build prerenders: the layout, and its texts in each language.
export { languages, loadCopy } from '../content/copy.ts';
export { Layout } from './layout.tsx';
