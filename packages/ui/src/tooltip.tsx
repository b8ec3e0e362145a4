import * as Radix from '@radix-ui/react-tooltip';
import { useState, type ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { BasicIcon } from './basic-icon.tsx';
import styles from './tooltip.module.css';

const openDelayMs = 700;
const skipDelayMs = 300;

interface TooltipProps {
  /** The tooltip's text. */
  readonly text: string;
  /** The accessible name of the button. */
  readonly label: string;
  /** The button's content, by default an info icon. */
  readonly children?: ReactNode;
  readonly className?: string;
  /** Where the tooltip is shown if it fits. With `align` it has that edge in common with the button. */
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
}

/** Tooltips below one provider share its delays: shortly after one was open, the next opens without the delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Radix.Provider>
  );
}

/**
 * A button with a tooltip, shown after a delay on hover and at once on a tap. It needs a `TooltipProvider` above it, and
 * cannot be inside a `<p>`.
 */
export function Tooltip({ text, label, children, className, side = 'top', align = 'start' }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger
        type="button"
        aria-label={label}
        className={classNames(styles['trigger'], className)}
        onClick={(event) => {
          // Radix would close on a click, which is the only way to open a tooltip by touch.
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children ?? <BasicIcon name="info" size={20} />}
      </Radix.Trigger>
      {/* Not in a portal, so that it is inside the surface with the tokens and above an open dialog. */}
      <Radix.Content
        side={side}
        align={align}
        sideOffset={4}
        collisionPadding={12}
        className={styles['tooltip']}
      >
        {text}
        <Radix.Arrow className={styles['arrow']} />
      </Radix.Content>
    </Radix.Root>
  );
}
