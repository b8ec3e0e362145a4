// @ts-check
/*
 * Stands in for Stripe.js: `window.Stripe` with Embedded Checkout and nothing else. The sandbox wraps this file in a
 * function whose argument is `sandbox`.
 */

/**
 * @typedef {{ clientSecret?: string, fetchClientSecret?: () => Promise<string>, onComplete?: () => void }} CheckoutOptions
 * @typedef {{ type: 'resize', height: number } | { type: 'complete', redirectUrl: string | null }} FrameMessage
 */

/** What Stripe.js throws when a page uses it wrongly. */
class IntegrationError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'IntegrationError';
  }
}

/** The initial height, slightly less than that of the form, so the later resize shifts little. */
const expectedHeightPx = 550;

const script = document.currentScript;
const sandboxOrigin = script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin;

/** As with Stripe, a page can have one Embedded Checkout object at a time. */
let isTaken = false;

/**
 * @param {string} publishableKey
 * @param {string} clientSecret
 */
function formFrame(publishableKey, clientSecret) {
  const frame = document.createElement('iframe');
  frame.title = 'Secure payment form';
  frame.name = 'payment-sandbox';
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: `${expectedHeightPx}px`,
    border: '0',
    colorScheme: 'light',
  });
  // The fragment is not sent to the server.
  const details = new URLSearchParams({ clientSecret, publishableKey, parent: location.origin });
  frame.src = `${sandboxOrigin}/form/#${details}`;
  return frame;
}

/**
 * @param {string} publishableKey
 * @param {string} clientSecret
 * @param {(() => void) | undefined} onComplete
 */
function embeddedCheckout(publishableKey, clientSecret, onComplete) {
  let isDestroyed = false;
  const frame = formFrame(publishableKey, clientSecret);

  /** @param {MessageEvent<FrameMessage>} message */
  function onMessage({ source, origin, data }) {
    if (source !== frame.contentWindow || origin !== sandboxOrigin) return;
    if (data.type === 'resize') frame.style.height = `${Math.ceil(data.height)}px`;
    else if (data.redirectUrl !== null) location.assign(data.redirectUrl);
    else onComplete?.();
  }

  function unmount() {
    window.removeEventListener('message', onMessage);
    frame.remove();
  }

  return {
    /** @param {string | HTMLElement} location */
    mount(location) {
      if (isDestroyed || frame.isConnected) {
        const state = isDestroyed ? 'has been destroyed' : 'is mounted already';
        throw new IntegrationError(`This Embedded Checkout object ${state}.`);
      }
      const container = typeof location === 'string' ? document.querySelector(location) : location;
      if (!container) throw new IntegrationError('The selector applies to no element of the page.');
      window.addEventListener('message', onMessage);
      container.append(frame);
    },
    unmount,
    destroy() {
      unmount();
      if (!isDestroyed) isTaken = false;
      isDestroyed = true;
    },
  };
}

/**
 * @param {string} publishableKey
 * @param {CheckoutOptions} options
 */
async function createEmbeddedCheckoutPage(publishableKey, { clientSecret, fetchClientSecret, onComplete }) {
  if (isTaken) throw new IntegrationError('You cannot have multiple Embedded Checkout objects.');
  isTaken = true;
  try {
    const secret = clientSecret ?? (await fetchClientSecret?.());
    if (!secret) throw new IntegrationError('You must provide one of clientSecret or fetchClientSecret.');
    if (!/^cs_test_\w+_secret_\w+$/.test(secret)) {
      throw new IntegrationError(`Invalid client secret: it should look like cs_test_…_secret_….`);
    }
    return embeddedCheckout(publishableKey, secret, onComplete);
  } catch (error) {
    isTaken = false;
    throw error;
  }
}

function notSupported() {
  throw new IntegrationError('The payment sandbox offers Embedded Checkout only.');
}

/** @param {string} key */
function Stripe(key) {
  if (key !== sandbox.publishableKey) {
    throw new IntegrationError(`Invalid API Key provided: the payment sandbox has another one than ${key}.`);
  }
  return {
    /** @param {CheckoutOptions} options */
    createEmbeddedCheckoutPage: (options) => createEmbeddedCheckoutPage(key, options),
    registerAppInfo() {},
    _registerWrapper() {},
    // React's bindings require these methods of a Stripe object.
    elements: notSupported,
    createToken: notSupported,
    createPaymentMethod: notSupported,
    confirmCardPayment: notSupported,
  };
}
Stripe.version = sandbox.version;

if (!('Stripe' in window)) Object.assign(window, { Stripe });
