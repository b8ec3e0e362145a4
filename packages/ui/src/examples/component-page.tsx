import { classNames } from '../class-names.ts';
import { ColorSchemeSurface } from '../color-scheme-surface.tsx';
import styles from './component-page.module.css';
import type { Example, Section } from './example.tsx';
import { sections } from './sections.ts';

/** The URL of one example alone. */
const urlOf = (query: URLSearchParams, { file }: Section, { state }: Example) => {
  const parameters = new URLSearchParams(query);
  parameters.set('section', file);
  parameters.set('state', state);
  return `?${parameters.toString()}`;
};

interface ExampleFigureProps {
  readonly section: Section;
  readonly example: Example;
  readonly query: URLSearchParams;
}

function ExampleFigure({ section, example, query }: ExampleFigureProps) {
  const { state, content, forced, language, iframeSize } = example;
  return (
    <figure
      className={classNames(
        styles['example'],
        section.isCompact && styles['compact'],
        iframeSize && styles['withIframe'],
      )}
    >
      <figcaption className={styles['state']}>{state}</figcaption>
      {iframeSize ? (
        <iframe
          title={`${section.file}, ${state}`}
          src={urlOf(query, section, example)}
          className={styles['iframe']}
          {...iframeSize}
        />
      ) : (
        <div data-forced={forced} lang={language}>
          {content}
        </div>
      )}
    </figure>
  );
}

/** All sections, or the one example that the URL names. */
export function ComponentPage({ query }: { readonly query: URLSearchParams }) {
  const [file, state] = [query.get('section'), query.get('state')];
  const alone = sections
    .find((section) => section.file === file)
    ?.examples.find((example) => example.state === state);
  if (alone) {
    return (
      <ColorSchemeSurface lang={alone.language} className={styles['page']}>
        {alone.content}
      </ColorSchemeSurface>
    );
  }
  return (
    <ColorSchemeSurface className={styles['page']}>
      <div className={styles['content']}>
        <header className={styles['head']}>
          <h1>Components</h1>
          <p>
            Every component of packages/ui in every state. The browser’s developer tools emulate forced
            colors.
          </p>
          <nav aria-label="Color scheme" className={styles['links']}>
            <a href="?scheme=light">Light</a>
            <a href="?scheme=dark">Dark</a>
            <a href="/">As the browser</a>
          </nav>
          <nav aria-label="Components" className={styles['links']}>
            {sections.map((section) => (
              <a key={section.file} href={`#${section.file}`}>
                {section.file}
              </a>
            ))}
          </nav>
        </header>
        {sections.map((section) => (
          <section key={section.file} aria-labelledby={section.file} className={styles['section']}>
            <h2 id={section.file}>{section.file}</h2>
            <div className={styles['examples']}>
              {section.examples.map((example) => (
                <ExampleFigure key={example.state} {...{ section, example, query }} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </ColorSchemeSurface>
  );
}
