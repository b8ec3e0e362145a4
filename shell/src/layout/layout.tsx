import { brand } from '@funnel/contracts/brand';
import type { TopBar } from '@funnel/contracts/release';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { Surface } from '@funnel/ui/surface';
import { BasicIcon } from '@funnel/ui/basic-icon';
import '@funnel/ui/fallback-fonts.css';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { Wordmark } from '@funnel/ui/wordmark';
import type { MouseEvent, ReactNode, Ref } from 'react';

import { ConsentBanner, type ConsentBannerProps } from '../consent/consent-banner.tsx';
import { copy } from '../content/copy.ts';
import './document.css';
import styles from './layout.module.css';

export interface LayoutProps {
  /** The build prerenders the layout with a placeholder for the percentage, so `progress` may be text. */
  readonly bar: Omit<TopBar, 'progress'> & { readonly progress: string | number | null };
  readonly children?: ReactNode;
  /** Present while the visitor is prompted for consent. */
  readonly consent?: ConsentBannerProps | undefined;
  /** Shown below every screen. */
  readonly footer?: ReactNode;
  readonly mainRef?: Ref<HTMLElement>;
  /** Absent in the prerendered layout, where arrow and logo are plain links. */
  readonly onBack?: () => void;
  readonly onHome?: () => void;
}

/** The layout around every screen. The build prerenders it as HTML, and React renders it after the takeover. */
export function Layout({ bar, children, consent, footer, mainRef, onBack, onHome }: LayoutProps) {
  return (
    <Surface className={styles['layout']}>
      {/* Above every bar, because the offer has a bar of its own. */}
      {consent && <ConsentBanner {...consent} />}
      {!bar.hidden && (
        // A screen with progress stands in a frame on a wide window, and its bar ends at the edges of the frame. So does a bar
        // without an arrow: it shows nothing at its ends, and its line then keeps its width from one screen to the next.
        <header
          className={
            bar.progress === null && bar.back ? styles['bar'] : `${styles['bar']} ${styles['framed']}`
          }
        >
          <div className={styles['row']}>
            {bar.back && (
              <a
                className={styles['back']}
                href={bar.back.to}
                aria-label={copy.back}
                onClick={handlePlainClick(onBack)}
              >
                <BasicIcon name="back" />
              </a>
            )}
            {bar.back?.history ? (
              // A screen whose arrow goes back in history, like the payment, has no second exit.
              <span className={styles['home']}>
                <Wordmark>{brand.name}</Wordmark>
              </span>
            ) : (
              <a
                className={styles['home']}
                href={stagePaths.start}
                aria-label={copy.home}
                onClick={handlePlainClick(onHome)}
              >
                <Wordmark>{brand.name}</Wordmark>
              </a>
            )}
            {bar.counter && (
              // A new element for each count: one that grows to the left would be a layout shift.
              <span key={bar.counter} className={styles['counter']}>
                <Counter text={bar.counter} />
              </span>
            )}
            {bar.secureNote && (
              <span className={styles['secureNote']}>
                <BasicIcon name="lock" size={16} />
                {bar.secureNote}
              </span>
            )}
          </div>
          {bar.progress !== null && (
            <progress
              className={styles['progress']}
              max={100}
              value={bar.progress}
              aria-label={copy.progress}
            />
          )}
        </header>
      )}
      <main id="stage" ref={mainRef} className={styles['main']}>
        {children}
      </main>
      {footer}
    </Surface>
  );
}

/** A screen reader reads `4 / 17` in words, and another text as it is. */
function Counter({ text }: { readonly text: string }) {
  const [step, steps] = text.split(' / ');
  if (!step || !steps) return text;
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>{copy.counter(step, steps)}</VisuallyHidden>
    </>
  );
}

/** Returns a handler that calls `action` instead of following the link. Clicks with a modifier key keep their default. */
function handlePlainClick(action: (() => void) | undefined) {
  if (!action) return undefined;
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    action();
  };
}
