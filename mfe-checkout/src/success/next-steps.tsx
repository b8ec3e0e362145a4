import { useContent } from '../content/content.ts';
import styles from './next-steps.module.css';

/** The buyer's next three steps. */
export function NextSteps() {
  const { nextSteps: content } = useContent().success;
  return (
    <section className={styles['steps']}>
      <h2>{content.title}</h2>
      <ol className={styles['list']}>
        {content.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
