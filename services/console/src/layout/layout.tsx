import type { Operator } from '@funnel/contracts/operators';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation, useNavigationType } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../components/announcement.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { AlertBanner } from './alert-banner.tsx';
import { Brand } from './brand.tsx';
import styles from './layout.module.css';
import { LiveIndicator } from './live-indicator.tsx';
import { views } from './views.ts';

/** Scrolls a link to the middle of the navigation, away from the fade at its end, if there are more views than fit. */
function scrollToMiddle(nav: Element | null, link: Element | null | undefined): void {
  if (!nav || !link) return;
  const [outer, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  nav.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

interface LayoutProps {
  readonly operator: Operator;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

/** The layout around every view: navigation, operator, announcements and alerts. */
export function Layout({ operator, onSignOut, children }: LayoutProps) {
  const { region, announce } = useAnnouncements();
  const main = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  const { data: mailbox } = consoleApi.useLocalEmailsQuery(undefined, {
    skip: !operator.permissions.includes('read-personal-data'),
  });
  const shownViews = views
    .filter(({ permission }) => operator.permissions.includes(permission))
    .filter(({ name }) => name !== 'emails' || mailbox?.emails);
  const who = copy.session.who(operator.name, operator.preset);
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);

  useLayoutEffect(
    () => scrollToMiddle(nav.current, nav.current?.querySelector('[aria-current="page"]')),
    [pathname, shownViews.length],
  );
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Another view is a new page: clear the announcement and move the focus to the content.
    announce('');
    main.current?.focus({ preventScroll: true });
    // On Back and Forward the browser restores the scroll position.
    if (navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, navigationType, announce]);

  return (
    <div className={styles['layout']}>
      <a className={styles['skip']} href="#content">
        {copy.skip}
      </a>
      <header className={styles['header']}>
        <Brand />
        <nav ref={nav} aria-label={copy.brand} className={styles['nav']}>
          {shownViews.map(({ path, name }) => (
            <NavLink
              key={path}
              to={path}
              end
              className={styles['link']}
              onFocus={({ target }) => {
                // A scroll between press and release of a pointer would take the link away from below it.
                if (target.matches(':focus-visible')) scrollToMiddle(nav.current, target);
              }}
            >
              {copy.views[name]}
            </NavLink>
          ))}
        </nav>
        {operator.permissions.includes('read-analytics') && (
          <div className={styles['live']}>
            <LiveIndicator />
          </div>
        )}
        <div className={styles['who']}>
          <p className={styles['operator']} title={who}>
            {who}
          </p>
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
