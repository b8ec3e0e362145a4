import '@fontsource-variable/figtree/wght.css';
import { SchemeSurface } from '@funnel/ui/scheme-surface';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app.tsx';
import './document.css';
import styles from './main.module.css';
import { createConsoleStore } from './service/store.ts';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <Provider store={createConsoleStore()}>
      <BrowserRouter>
        <SchemeSurface className={styles['page']}>
          <App />
        </SchemeSurface>
      </BrowserRouter>
    </Provider>,
  );
