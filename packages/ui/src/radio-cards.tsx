import {
  Root,
  unstable_ItemProvider as ItemProvider,
  unstable_ItemTrigger as ItemTrigger,
} from '@radix-ui/react-radio-group';
import type { FocusEvent, ReactNode } from 'react';

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
  readonly title: string;
  readonly detail?: ReactNode;
  /** Marks the favorite, as a band along the upper edge. */
  readonly badge?: ReactNode;
  /** A badge beside the title, which screen readers do not read because it repeats the two prices. */
  readonly saving?: ReactNode;
  /** The price before, above the price. */
  readonly struck?: ReactNode;
  readonly price: ReactNode;
  readonly priceNote?: ReactNode;
}

/**
 * One card of `RadioCards`. All its text but `saving` is its accessible name, because a visitor may speak any of it. Radix's hidden form input is left out, because it has a style attribute and the choice is sent
 * as data.
 */
export function RadioCard({ value, title, detail, badge, saving, struck, price, priceNote }: RadioCardProps) {
  return (
    <ItemProvider value={value}>
      <ItemTrigger className={styles['card']} onFocus={selectIfMovedByKey}>
        {badge && <span className={styles['badge']}>{badge}</span>}
        <span className={styles['dot']} />
        <span className={styles['title']}>
          <span>{title}</span>
          {saving && (
            <span className={styles['saving']} aria-hidden="true">
              {saving}
            </span>
          )}
        </span>{' '}
        <span className={styles['detail']}>{detail}</span> <span className={styles['struck']}>{struck}</span>{' '}
        <span className={styles['price']}>{price}</span>{' '}
        <span className={styles['priceNote']}>{priceNote}</span>
      </ItemTrigger>
    </ItemProvider>
  );
}

/**
 * Selects the card that an arrow key moves the focus to. Radix moves the focus in a later task, and selects only if the
 * key is then still down. A short press on a busy phone or computer would move the focus without selecting.
 */
function selectIfMovedByKey(event: FocusEvent<HTMLButtonElement>) {
  const { currentTarget: card, relatedTarget: left } = event;
  const isFromOtherCard = left instanceof Element && card.parentElement === left.parentElement;
  if (!isFromOtherCard || !card.matches(':focus-visible')) return;
  // Radix does not select a second time.
  event.preventDefault();
  card.click();
}
