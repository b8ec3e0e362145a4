import type { Locale } from '@funnel/contracts/content/locales';
import type { LegalSection } from '@funnel/contracts/widgets';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useRef, useState } from 'react';

import { useContent } from '../content/content.ts';
import type { Summary, TextName } from '../content/legal-text.ts';
import { BlockView } from './block-view.tsx';
import styles from './text-tab.module.css';

/** `2025-05` as `May 2025`. */
const monthIn = (locale: Locale, month: string) =>
  new Date(`${month}-15T12:00`).toLocaleDateString(locale, { month: 'long', year: 'numeric' });

interface TextTabProps {
  readonly name: TextName;
  /** The section that is scrolled to and focused at first. Ignored if a summary precedes the text. */
  readonly firstSection?: LegalSection;
}

/** One legal text, rendered from its data: in English, below a summary in the visitor's language if that is another one. */
export function TextTab({ name, firstSection }: TextTabProps) {
  const { config, locale } = useShell();
  const content = useContent();
  const { title, lastUpdated, sections } = content.texts[name]({
    currency: config.currency,
    links: config.links,
  });
  const summary = content.summaryOf(name);
  const [today] = useState(() => new Date().toLocaleDateString(locale, { dateStyle: 'long' }));
  const first = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    first.current?.scrollIntoView();
    first.current?.focus({ preventScroll: true });
  }, []);

  return (
    <article className={styles['text']}>
      {summary ? <SummaryView summary={summary} /> : <h3>{title}</h3>}
      {lastUpdated && (
        <p className={styles['dates']}>
          {lastUpdated === 'today' && <span>{content.effective(today)}</span>}
          <span>
            {content.lastUpdated(lastUpdated === 'today' ? today : monthIn(locale, lastUpdated.month))}
          </span>
        </p>
      )}
      <div lang={summary ? 'en' : undefined} className={styles['full']}>
        {summary && <h4>{title}</h4>}
        {sections.map((section) => (
          <section key={section.title}>
            <h4 {...(section.id && section.id === firstSection && !summary && { ref: first, tabIndex: -1 })}>
              {section.title}
            </h4>
            {section.blocks.map((block, index) => (
              <BlockView key={index} block={block} />
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

function SummaryView({ summary: { title, points } }: { summary: Summary }) {
  const { fullText, governing } = useContent();
  return (
    <>
      <h3>{title}</h3>
      <p>
        <strong>{governing}</strong>
      </p>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <h3>{fullText}</h3>
    </>
  );
}
