import * as Radix from '@radix-ui/react-tooltip';
import { useState, type ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './tooltip.module.css';

const openDelayMs = 700;
const skipDelayMs = 300;

interface TooltipProps {
  /** What the tooltip says. */
  readonly text: string;
  /** The accessible name of the button. */
  readonly label: string;
  /** What is seen; an info sign unless told otherwise. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Share one around everything whose tooltips follow each other without waiting again. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Radix.Provider>
  );
}

/** A button that explains: on hover and focus after a while, on a tap at once. Needs a `TooltipProvider` and stands in no `<p>`. */
export function Tooltip({ text, label, children, className }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger
        type="button"
        aria-label={label}
        className={classNames(styles['trigger'], className)}
        onClick={(event) => {
          // Radix closes on a click; a finger has no other way to open.
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children ?? <Icon name="info" size={20} />}
      </Radix.Trigger>
      {/* In place, not in a portal: inside the surface that holds the tokens, and above an open dialog. */}
      <Radix.Content side="top" sideOffset={4} collisionPadding={12} className={styles['tooltip']}>
        {text}
      </Radix.Content>
    </Radix.Root>
  );
}
