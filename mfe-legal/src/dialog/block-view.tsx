import type { Block } from '../content/legal-text.ts';
import { MailLink } from './mail-link.tsx';
import styles from './block-view.module.css';

export function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'terms':
      return (
        <dl className={styles['terms']}>
          {block.entries.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return (
        <table className={styles['table']}>
          <caption>{block.caption}</caption>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((cell) => (
                  <td key={cell}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'form':
      return (
        <section className={styles['form']}>
          <h5>{block.title}</h5>
          {block.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <ul className={styles['fields']}>
            {block.fields.map((field) => (
              <li key={field}>{field}:</li>
            ))}
          </ul>
        </section>
      );
    case 'mail':
      return (
        <p>
          {block.text} <MailLink email={block.email} subject={block.subject} />
        </p>
      );
  }
}
