// What the build prerenders: the layout, the screen of pages without a first screen, and their texts in each language.
export { languages, loadCopy } from '../content/copy.ts';
export { Layout } from './layout.tsx';
export { WaitingScreen } from './waiting-screen.tsx';
