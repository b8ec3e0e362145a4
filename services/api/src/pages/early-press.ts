import { createHash } from 'node:crypto';

/**
 * A script that is inlined below the first screen and runs before any file has arrived. It marks the last pressed button as busy,
 * and the shell presses that button when it starts (`shell/src/boot/held-press.ts`). Presses that the browser carries out alone,
 * without losing an answer, are left to it, by the same rule as there. The listener is removed with the first screen. If the shell's
 * file fails to load or to run, buttons work as they do without scripts.
 */
export const earlyPressScript = `(() => {
const stage = document.getElementById('stage');
const shell = document.querySelector('script[src^="/assets/"]');
const busy = 'aria-busy';
const unmark = () => stage.querySelector('button[' + busy + ']')?.removeAttribute(busy);
const hold = (event) => {
const button = event.target.closest('button');
if (!button || (button.type === 'submit' && button.form?.method === 'get' && (button.name || !button.value))) return;
event.preventDefault();
unmark();
button.setAttribute(busy, true);
};
stage.addEventListener('click', hold, true);
addEventListener('error', ({ target }) => {
if (target !== shell && target !== window) return;
stage.removeEventListener('click', hold, true);
unmark();
}, true);
})()`;

/** The source expression that allows the script in a content security policy. */
export const earlyPressHash = `'sha256-${createHash('sha256').update(earlyPressScript).digest('base64')}'`;
