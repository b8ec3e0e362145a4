import {
  Root,
  unstable_ItemProvider as ItemProvider,
  unstable_ItemTrigger as ItemTrigger,
} from '@radix-ui/react-radio-group';
import { useId, type ReactNode } from 'react';

import styles from './radio-cards.module.css';

// Radix sets a style attribute otherwise, which the content security policy blocks in prerendered HTML.
const noStyle = { outline: undefined };

interface RadioCardsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChange: (value: Value) => void;
  readonly children: ReactNode;
}

/** A radio group with cards as options. Arrow keys move the focus and select. */
export function RadioCards<Value extends string>({
  label,
  value,
  values,
  onChange,
  children,
}: RadioCardsProps<Value>) {
  // Radix reports a plain string, and the lookup gives it its type back.
  function change(selected: string) {
    const value = values.find((candidate) => candidate === selected);
    if (value !== undefined) onChange(value);
  }
  return (
    <Root aria-label={label} value={value} onValueChange={change} className={styles['cards']} style={noStyle}>
      {children}
    </Root>
  );
}

interface RadioCardProps {
  readonly value: string;
  /** The accessible name. */
  readonly title: string;
  readonly detail?: ReactNode;
  readonly badge?: ReactNode;
  readonly price: ReactNode;
  readonly priceNote?: ReactNode;
}

/**
 * One card of `RadioCards`. Radix's hidden form input is left out, because it has a style attribute and the choice is sent
 * as data.
 */
export function RadioCard({ value, title, detail, badge, price, priceNote }: RadioCardProps) {
  const id = useId();
  return (
    <ItemProvider value={value}>
      <ItemTrigger
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-more ${id}-price`}
        className={styles['card']}
      >
        {badge && <span className={styles['badge']}>{badge}</span>}
        <span className={styles['dot']} />
        <span className={styles['text']}>
          <span id={`${id}-title`} className={styles['title']}>
            {title}
          </span>
          <span id={`${id}-more`} className={styles['detail']}>
            {detail}
          </span>
        </span>
        <span id={`${id}-price`} className={styles['side']}>
          <span className={styles['price']}>{price}</span>
          {priceNote && <span className={styles['detail']}> {priceNote}</span>}
        </span>
      </ItemTrigger>
    </ItemProvider>
  );
}
