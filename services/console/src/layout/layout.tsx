import type { Operator, Permission } from '@funnel/contracts/operators';
import { Icon, type IconName } from '@funnel/ui/icon';
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

import { copy } from '../content/copy.ts';
import { CompactButton } from '../components/compact-button.tsx';
import { AlertBanner } from './alert-banner.tsx';
import { useAnnouncements } from './announcement.tsx';
import styles from './layout.module.css';

const links: readonly {
  path: string;
  view: keyof typeof copy.views;
  icon: IconName;
  permission: Permission;
}[] = [
  { path: '/', view: 'overview', icon: 'chart', permission: 'read-analytics' },
  { path: '/versions', view: 'versions', icon: 'layers', permission: 'read-analytics' },
  { path: '/history', view: 'history', icon: 'clock', permission: 'read-analytics' },
  { path: '/deliveries', view: 'deliveries', icon: 'mail', permission: 'read-analytics' },
  { path: '/tokens', view: 'tokens', icon: 'lock', permission: 'manage-tokens' },
];

interface LayoutProps {
  readonly operator: Operator;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

/** The layout around every view: navigation, operator, announcements and alerts. */
export function Layout({ operator, onSignOut, children }: LayoutProps) {
  const { region, announce } = useAnnouncements();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Another view is a new page: clear the announcement and move the focus to the content.
    announce('');
    main.current?.focus();
  }, [pathname, announce]);

  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {copy.skip}
      </a>
      <header className={styles['header']}>
        <p className={styles['brand']}>{copy.brand}</p>
        <nav aria-label={copy.brand} className={styles['nav']}>
          {links
            .filter(({ permission }) => operator.permissions.includes(permission))
            .map(({ path, view, icon }) => (
              <NavLink key={path} to={path} end className={styles['link']}>
                <Icon name={icon} size={20} />
                {copy.views[view]}
              </NavLink>
            ))}
        </nav>
        <div className={styles['who']}>
          <p>{copy.session.who(operator.name, operator.preset)}</p>
          <CompactButton tone="quiet" onClick={onSignOut}>
            {copy.session.signOut}
          </CompactButton>
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} className={styles['main']}>
        {region}
        {operator.permissions.includes('read-analytics') && <AlertBanner />}
        {!operator.permissions.includes('deploy') && <p className={styles['viewer']}>{copy.readOnlyNote}</p>}
        {children}
      </main>
    </div>
  );
}
