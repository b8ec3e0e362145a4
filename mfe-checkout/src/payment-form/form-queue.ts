import type { StripeEmbeddedCheckout } from '@stripe/stripe-js';

import { withTimeLimit } from '@funnel/shell-kit/time-limit';

/** How long a form waits for a previous one to be destroyed. */
const maxWaitMs = 3_000;

/**
 * Creates a form after every earlier form of the page has been destroyed, or after `maxWaitMs`. When `signal` is aborted the form is
 * destroyed, immediately or as soon as it exists. Rejects if the form cannot be created or if `signal` is aborted first.
 */
type OpenForm = (
  create: () => Promise<StripeEmbeddedCheckout>,
  signal: AbortSignal,
) => Promise<StripeEmbeddedCheckout>;

/**
 * The payment provider allows one embedded form per page and rejects a second one while the first is opening or open.
 * The queue opens the forms of a page one after another, however quickly they are shown and hidden.
 */
export function createFormQueue(): OpenForm {
  let previous: Promise<void> = Promise.resolve();

  return async function openForm(create, signal) {
    const waiting = withTimeLimit(previous, maxWaitMs).catch(() => undefined);
    let release = () => {};
    previous = new Promise((resolve) => (release = resolve));
    try {
      await waiting;
      signal.throwIfAborted();
      const form = await create();
      const destroy = () => {
        form.destroy();
        release();
      };
      if (signal.aborted) destroy();
      else signal.addEventListener('abort', destroy, { once: true });
      signal.throwIfAborted();
      return form;
    } catch (error) {
      release();
      throw error;
    }
  };
}
