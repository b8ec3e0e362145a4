import type { StripeEmbeddedCheckout } from '@stripe/stripe-js';

import { withTimeLimit } from '../time-limit.ts';

/** How long a turn waits for one before it that neither opens nor fails. */
const timeoutMs = 3_000;

export interface FormSlot {
  /** Opens a form once every form before it is gone. Rejects when it cannot be opened; stays silent once the turn is over. */
  open(create: () => Promise<StripeEmbeddedCheckout>): Promise<StripeEmbeddedCheckout>;
  /** Destroys the form, now or as soon as it is there. */
  end(): void;
}

/**
 * The payment provider allows one embedded form a page and refuses a second one while the first is opening or open.
 * Turns make the forms of a page follow each other, however quickly they are shown and hidden.
 */
export function createFormQueue(): () => FormSlot {
  let before: Promise<unknown> = Promise.resolve();

  return function reserveSlot() {
    let isOver = false;
    let destroy = () => {};
    const silence = new Promise<never>(() => {});

    return {
      async open(create) {
        let leave = () => {};
        const waiting = withTimeLimit(before, timeoutMs).catch(() => {});
        before = new Promise<void>((resolve) => (leave = resolve));
        await waiting;
        if (isOver) {
          leave();
          return silence;
        }
        try {
          const page = await create();
          destroy = () => {
            destroy = () => {};
            page.destroy();
            leave();
          };
          if (!isOver)
            return { mount: (at) => page.mount(at), unmount: () => page.unmount(), destroy: () => destroy() };
          destroy();
        } catch (failure) {
          leave();
          if (!isOver) throw failure;
        }
        return silence;
      },
      end() {
        isOver = true;
        destroy();
      },
    };
  };
}
