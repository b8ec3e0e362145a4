// @ts-check
/* The card form inside the frame. What it may do is decided by the sandbox; this file shows and asks. */

/**
 * @typedef {'number' | 'expiry' | 'cvc'} FieldName
 * @typedef {{ status: 'open' | 'complete' | 'expired', product: string, renewal: string, email: string | null,
 *   submitText: string | null }} SessionView
 * @typedef {{ status: 'complete', redirectUrl: string | null } | { status: 'expired' }
 *   | { status: 'rejected', errors: Partial<Record<FieldName, string>> }
 *   | { status: 'authentication', challengeId: string }} PayResult
 */

const details = new URLSearchParams(location.hash.slice(1));
const parentOrigin = details.get('parent') ?? location.origin;
const access = {
  clientSecret: details.get('clientSecret') ?? '',
  publishableKey: details.get('publishableKey') ?? '',
};

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The form has no ${id}.`);
  return found;
}

/** @param {string} id */
const element = (id) => part(id, HTMLElement);
/** @param {string} id */
const input = (id) => part(id, HTMLInputElement);

const page = element('page');
const form = part('form', HTMLFormElement);
const submit = part('submit', HTMLButtonElement);
const challenge = element('challenge');
/** @type {readonly FieldName[]} */
const fieldNames = ['number', 'expiry', 'cvc'];

/** @type {Readonly<Record<'complete' | 'expired' | 'unknown', readonly [heading: string, text: string]>>} */
const closings = {
  complete: ['Payment complete', 'This session has been paid. There is nothing more to do here.'],
  expired: ['This session has expired', 'Nothing was charged. Go back and start the payment again.'],
  unknown: ['This payment form cannot be shown', ''],
};

const unreachable = 'The payment sandbox does not answer. Check that it is running and try again.';

/** @param {object} message */
const notifyPage = (message) => parent.postMessage(message, parentOrigin);

/** The sandbox rejected a request of the form. The message is for people. */
class RequestError extends Error {}

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...access, ...body }),
  });
  const content = await answer.json();
  if (!answer.ok) throw new RequestError(content.error.message);
  return content;
}

/**
 * @param {HTMLElement} target
 * @param {string | null | undefined} text
 */
function show(target, text) {
  target.textContent = text ?? '';
  target.hidden = !text;
}

/** @param {Partial<Record<FieldName, string>>} errors */
function showErrors(errors) {
  for (const name of fieldNames) {
    const message = errors[name];
    show(element(`${name}-error`), message);
    input(name).setAttribute('aria-invalid', String(message !== undefined));
    if (message === undefined) input(name).removeAttribute('aria-describedby');
    else input(name).setAttribute('aria-describedby', `${name}-error`);
  }
  const firstWrong = fieldNames.find((name) => errors[name] !== undefined);
  if (firstWrong) input(firstWrong).focus();
}

/**
 * @param {keyof typeof closings} kind
 * @param {string} [text]
 */
function close(kind, text) {
  const [heading, usual] = closings[kind];
  show(element('closed-heading'), heading);
  show(element('closed-text'), text ?? usual);
  element('paying').hidden = true;
  element('closed').hidden = false;
  page.setAttribute('aria-labelledby', 'closed-heading');
  // Only if the form has the focus: an opening form must not move the focus into its iframe.
  if (document.hasFocus()) element('closed-heading').focus();
}

/** @param {'form' | 'challenge'} step */
function showStep(step) {
  if (!form.hidden) challenge.style.setProperty('--form-height', `${form.offsetHeight}px`);
  form.hidden = step !== 'form';
  challenge.hidden = step !== 'challenge';
  if (step === 'challenge') element('challenge-heading').focus();
}

/** @type {'idle' | 'busy' | 'done'} */
let progress = 'idle';
let challengeId = '';
const idleLabel = submit.textContent;

/** @param {'idle' | 'busy' | 'done'} next */
function setProgress(next) {
  progress = next;
  submit.setAttribute('aria-busy', String(next !== 'idle'));
  submit.textContent = next === 'idle' ? idleLabel : 'Paying…';
  element('status').textContent = next === 'busy' ? 'Paying…' : '';
}

/** @param {PayResult} result */
function handleResult(result) {
  if (result.status === 'complete') {
    setProgress('done');
    if (result.redirectUrl === null) close('complete');
    notifyPage({ type: 'complete', redirectUrl: result.redirectUrl });
    return;
  }
  setProgress('idle');
  if (result.status === 'expired') close('expired');
  if (result.status === 'authentication') {
    challengeId = result.challengeId;
    showStep('challenge');
  }
  if (result.status === 'rejected') {
    showStep('form');
    showErrors(result.errors);
  }
}

/**
 * One request at a time, however often a button is pressed.
 * @param {string} path
 * @param {object} body
 */
async function pay(path, body) {
  if (progress !== 'idle') return;
  setProgress('busy');
  show(element('trouble'), null);
  showErrors({});
  try {
    handleResult(await post(path, body));
  } catch (error) {
    setProgress('idle');
    showStep('form');
    show(element('trouble'), error instanceof RequestError ? error.message : unreachable);
  }
}

/** @param {SessionView} view */
function showSession(view) {
  if (view.status !== 'open') {
    close(view.status);
    return;
  }
  show(element('product'), view.product);
  show(element('submit-text'), view.submitText);
  show(element('renewal'), view.renewal);
  show(element('email'), view.email ?? 'none given');
}

/** @type {Readonly<Record<FieldName, (digits: string) => string>>} */
const formats = {
  number: (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (digits) => {
    const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
    return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded;
  },
  cvc: (digits) => digits,
};

for (const name of fieldNames) {
  const field = input(name);
  field.addEventListener('input', () => {
    // Formatting while the caret is not at the end would move the caret.
    if (field.selectionStart === field.value.length)
      field.value = formats[name](field.value.replace(/\D/g, ''));
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const card = Object.fromEntries(fieldNames.map((name) => [name, input(name).value]));
  void pay('/form/pay', card);
});
for (const answer of ['complete', 'fail']) {
  const isConfirmed = answer === 'complete';
  element(`challenge-${answer}`).addEventListener(
    'click',
    () => void pay('/form/challenge', { challengeId, isConfirmed }),
  );
}

/** Below this width the iframe has no layout, so its height is meaningless. */
const laidOutFromPx = 160;

new ResizeObserver(() => {
  const { width, height } = page.getBoundingClientRect();
  if (width >= laidOutFromPx) notifyPage({ type: 'resize', height });
}).observe(page);

post('/form/session', {}).then(showSession, (error) =>
  close('unknown', error instanceof RequestError ? error.message : unreachable),
);
