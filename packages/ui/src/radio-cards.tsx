import {
  Root,
  unstable_ItemProvider as ItemProvider,
  unstable_ItemTrigger as ItemTrigger,
} from '@radix-ui/react-radio-group';
import { useId, type ReactNode } from 'react';

import styles from './radio-cards.module.css';

// Radix's own value would be a style attribute, which the page's security policy refuses in prerendered HTML.
const noStyle = { outline: undefined };

interface RadioCardsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChange: (value: Value) => void;
  readonly children: ReactNode;
}

/** One of several cards. Arrow keys move and choose. */
export function RadioCards<Value extends string>({
  label,
  value,
  values,
  onChange,
  children,
}: RadioCardsProps<Value>) {
  function change(chosen: string) {
    const known = values.find((candidate) => candidate === chosen);
    if (known !== undefined) onChange(known);
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

/** The parts without Radix's hidden form input: it carries a style attribute, and the choice is sent as data. */
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
