import '@fontsource-variable/figtree/wght.css';
import { ColorSchemeSurface } from '@funnel/ui/color-scheme-surface';
import '@funnel/ui/fallback-fonts.css';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app.tsx';
import './document.css';
import styles from './main.module.css';
import { createConsoleStore } from './api/store.ts';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <Provider store={createConsoleStore()}>
      {/* A choice that is kept in the URL is rendered at once: in a transition, its checkbox would show the old choice for a moment. */}
      <BrowserRouter useTransitions={false}>
        <ColorSchemeSurface className={styles['page']}>
          <App />
        </ColorSchemeSurface>
      </BrowserRouter>
    </Provider>,
  );
