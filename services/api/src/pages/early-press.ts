import { createHash } from 'node:crypto';

/**
 * A script that is inlined below the first screen and runs before any file has arrived. It marks the last clicked button of the
 * screen and of the consent banner as busy. When the shell starts, it clicks the matching buttons of the app
 * (`shell/src/boot/held-press.ts`). A button is left to the browser if its form loses no answer when the browser sends it; both
 * files use the same rule. A form that the browser sends replaces the query of the page, so with an email in it no button sends a
 * form, and all clicks are held. The listener is removed with the first screen. If the shell's file fails to load or to run, buttons
 * work as they do without scripts. Errors of other scripts, which apps that show the page in a view of their own add to it, change
 * nothing.
 */
export const earlyPressScript = `(() => {
const page = document.querySelector('#root > *');
const shell = document.querySelector('script[src^="/assets/"]');
const busy = 'aria-busy';
const submits = new URLSearchParams(location.search).has('email') ? [...page.querySelectorAll('form:not([method]) [type=submit]')] : [];
for (const button of submits) {
button.type = 'button';
button.dataset.submits = '';
}
const screenOf = (button) => button.closest('#stage');
const unmark = (isOld) => [...page.querySelectorAll('button[' + busy + ']')].filter(isOld).forEach((button) => button.removeAttribute(busy));
const hold = (event) => {
const button = event.target.closest('button');
if (!button || (button.type === 'submit' && button.form?.method === 'get' && (button.name || !button.value))) return;
event.preventDefault();
unmark((other) => screenOf(other) === screenOf(button));
button.setAttribute(busy, true);
};
page.addEventListener('click', hold, true);
addEventListener('error', ({ target, filename }) => {
if (target !== shell && filename !== shell.src) return;
page.removeEventListener('click', hold, true);
for (const button of submits) button.type = 'submit';
unmark(() => true);
}, true);
})()`;

/** The source expression that allows the script in a content security policy. */
export const earlyPressHash = `'sha256-${createHash('sha256').update(earlyPressScript).digest('base64')}'`;
