import { brand } from '@funnel/contracts/brand';
import type { TopBar } from '@funnel/contracts/release';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { Surface } from '@funnel/ui/surface';
import { Icon } from '@funnel/ui/icon';
import type { MouseEvent, ReactNode, Ref } from 'react';

import { ConsentBanner, type ConsentRegionProps } from '../consent/consent-banner.tsx';
import { copy } from '../content/copy.ts';
import './document.css';
import styles from './layout.module.css';

export interface FrameProps {
  /** The build draws the frame with a placeholder for the percentage, hence the text. */
  readonly bar: Omit<TopBar, 'progress'> & { readonly progress: string | number | null };
  readonly children?: ReactNode;
  /** Present where consent is asked for. */
  readonly consent?: ConsentRegionProps | undefined;
  /** Below every screen. */
  readonly foot?: ReactNode;
  readonly stageRef?: Ref<HTMLElement>;
  /** Absent in the static frame, where the arrow is a plain link. */
  readonly onBack?: () => void;
  readonly onHome?: () => void;
}

/** The same frame around every screen: drawn as text by the build, and by React once it is there. */
export function Layout({ bar, children, consent, foot, stageRef, onBack, onHome }: FrameProps) {
  return (
    <Surface className={styles['frame']}>
      {!bar.hidden && (
        <header className={styles['bar']}>
          <div className={styles['row']}>
            {bar.back && (
              <a
                className={styles['back']}
                href={bar.back.to}
                aria-label={copy.back}
                onClick={inPage(onBack)}
              >
                <Icon name="back" />
              </a>
            )}
            {bar.back?.history ? (
              // Where the way back is through history, as beside the payment, it is the only way out.
              <span className={styles['home']}>
                <Wordmark />
              </span>
            ) : (
              <a
                className={styles['home']}
                href={stagePaths.start}
                aria-label={copy.home}
                onClick={inPage(onHome)}
              >
                <Wordmark />
              </a>
            )}
            {bar.counter && <span className={styles['counter']}>{bar.counter}</span>}
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
      {consent && <ConsentBanner {...consent} />}
      <main id="stage" ref={stageRef} className={styles['main']}>
        {children}
      </main>
      {foot}
    </Surface>
  );
}

const Wordmark = () => <span className={styles['wordmark']}>{brand.name}</span>;

/** Handles a plain click here; a click with a modifier key stays the browser's. */
function inPage(go: (() => void) | undefined) {
  if (!go) return undefined;
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go();
  };
}
