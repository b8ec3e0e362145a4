import type { Locale } from '@funnel/contracts/money';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useState } from 'react';

import { useContent, type Content } from '../content/content.ts';
import { BlockView } from './block-view.tsx';
import styles from './text-tab.module.css';

const dateTags: Record<Locale, string> = { en: 'en-US' };

/** One legal text, rendered from its data. */
export function TextTab({ name }: { name: keyof Content['texts'] }) {
  const { config, locale } = useShell();
  const content = useContent();
  const { title, lastUpdated, sections } = content.texts[name]({
    currency: config.currency,
    links: config.links,
  });
  const [today] = useState(() => new Date().toLocaleDateString(dateTags[locale], { dateStyle: 'long' }));

  return (
    <article className={styles['text']}>
      <h3>{title}</h3>
      {lastUpdated && (
        <p className={styles['dates']}>
          {lastUpdated === 'today' && <span>{content.effective(today)}</span>}
          <span>{content.lastUpdated(lastUpdated === 'today' ? today : lastUpdated.text)}</span>
        </p>
      )}
      {sections.map((section) => (
        <section key={section.title}>
          <h4>{section.title}</h4>
          {section.blocks.map((block, index) => (
            <BlockView key={index} block={block} />
          ))}
        </section>
      ))}
    </article>
  );
}
