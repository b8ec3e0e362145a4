import { createHash } from 'node:crypto';

/**
 * A script that is inlined below the first screen and runs before any file has arrived. It marks the last pressed button as busy,
 * unless the browser alone carries out the press and nothing is lost, and the shell presses the button when it starts
 * (`shell/src/boot/held-press.ts`, which has the same rule). Its listener goes with the first screen. If the shell's file cannot
 * be loaded, buttons work as they do without scripts.
 */
export const earlyPressScript = `(() => {
const stage = document.getElementById('stage');
const busy = 'aria-busy';
const release = () => stage.querySelector('button[' + busy + ']')?.removeAttribute(busy);
const hold = (event) => {
const button = event.target.closest('button');
if (!button || (button.type === 'submit' && button.form?.method === 'get' && (button.name || !button.value))) return;
event.preventDefault();
release();
button.setAttribute(busy, true);
};
stage.addEventListener('click', hold, true);
document.querySelector('script[src]').addEventListener('error', () => {
stage.removeEventListener('click', hold, true);
release();
});
})()`;

/** The source expression that allows the script in a content security policy. */
export const earlyPressHash = `'sha256-${createHash('sha256').update(earlyPressScript).digest('base64')}'`;
