import type { PublicConfig } from '@funnel/contracts/api';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useEffectEvent, useRef } from 'react';

import { withTimeLimit } from '../time-limit.ts';
import { createFormQueue } from './form-queue.ts';
import { loadPaymentScript } from './payment-script.ts';
import styles from './payment-form.module.css';

/** From the arrival of the provider's script until its frame has loaded. */
const formTimeoutMs = 20_000;

/** One queue per page, because the provider counts its forms per page. */
const openForm = createFormQueue();

/** Resolves when a frame inside `container` has loaded. */
const frameLoaded = (container: HTMLElement) =>
  new Promise<void>((resolve) => {
    // The load event of a frame does not bubble.
    container.addEventListener('load', () => resolve(), { capture: true, once: true });
  });

/** Opens the provider's form inside `container`. Resolves when its frame has loaded; aborting `signal` removes the form. */
async function showForm(
  container: HTMLElement,
  provider: NonNullable<PublicConfig['stripe']>,
  clientSecret: string,
  signal: AbortSignal,
): Promise<void> {
  const stripe = await loadPaymentScript(provider);
  const openAndMount = async () => {
    const form = await openForm(() => stripe.createEmbeddedCheckoutPage({ clientSecret }), signal);
    const loaded = frameLoaded(container);
    form.mount(container);
    await loaded;
  };
  await withTimeLimit(openAndMount(), formTimeoutMs);
}

interface EmbeddedFormProps {
  readonly clientSecret: string;
  readonly onShown: () => void;
  /** The form cannot be opened, or it did not load in time. */
  readonly onLoadError: () => void;
}

/** The payment provider's form, in the provider's own frame. Use the secret as `key`: every secret needs a new form. */
export function EmbeddedForm({ clientSecret, onShown, onLoadError }: EmbeddedFormProps) {
  const provider = useShell().config.stripe;
  const container = useRef<HTMLDivElement>(null);
  const reportShown = useEffectEvent(onShown);
  const reportLoadError = useEffectEvent(onLoadError);

  useEffect(() => {
    const element = container.current;
    if (!element || !provider) return;
    const abort = new AbortController();
    showForm(element, provider, clientSecret, abort.signal).then(
      () => !abort.signal.aborted && reportShown(),
      () => !abort.signal.aborted && reportLoadError(),
    );
    return () => abort.abort();
  }, [provider, clientSecret]);

  return <div ref={container} className={styles['form']} />;
}
