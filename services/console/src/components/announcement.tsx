import { Notice } from '@funnel/ui/notice';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import styles from './announcement.module.css';
import { CompactButton } from './compact-button.tsx';

interface Announcements {
  readonly announce: (text: string) => void;
  /** The live region with the last announcement, which stays until it is closed. */
  readonly region: ReactNode;
}

const AnnouncementContext = createContext<Announcements | null>(null);

export function AnnouncementProvider({ children }: { readonly children: ReactNode }) {
  const [text, setText] = useState('');
  const dismiss = useCallback(() => setText(''), []);
  const value = useMemo(
    () => ({
      announce: setText,
      region: (
        <div role="status" className={styles['announcement']}>
          {text && (
            <Notice tone="success">
              <div className={styles['announced']}>
                <p>{text}</p>
                <CompactButton tone="quiet" onClick={dismiss}>
                  {copy.close}
                </CompactButton>
              </div>
            </Notice>
          )}
        </div>
      ),
    }),
    [text, dismiss],
  );
  return <AnnouncementContext.Provider value={value}>{children}</AnnouncementContext.Provider>;
}

export function useAnnouncements(): Announcements {
  const announcements = use(AnnouncementContext);
  if (!announcements) throw new Error('useAnnouncements must be called inside of AnnouncementProvider');
  return announcements;
}
