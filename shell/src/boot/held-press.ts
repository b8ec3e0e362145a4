/** What a press needs to know about a button. */
export interface PressedButton {
  readonly type: string;
  readonly name: string;
  readonly value: string;
  readonly form: { readonly method: string } | null;
  readonly ariaLabel: string | null;
  readonly textContent: string;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  click(): void;
}

/** Whether the browser alone carries out the press and nothing is lost: a form whose answer, if any, is sent in the URL. */
const worksWithoutScripts = ({ type, form, name, value }: PressedButton): boolean =>
  type === 'submit' && form?.method === 'get' && (name !== '' || value === '');

const isSame = (a: PressedButton, b: PressedButton): boolean =>
  a.value === b.value && (a.ariaLabel ?? a.textContent) === (b.ariaLabel ?? b.textContent);

/** Whether both are the same answer. The browser may have translated the text of one. */
const isSameAnswer = (a: PressedButton, b: PressedButton): boolean => a.value !== '' && a.value === b.value;

/** Holds the last press on the prerendered page until the app can carry it out, or until it is clear that it cannot start. */
export function createHeldPress() {
  let held: PressedButton | undefined;
  let informVisitor: (() => void) | undefined;

  return {
    /** Returns true if it holds the press. The browser must then do nothing. */
    hold(button: PressedButton): boolean {
      if (worksWithoutScripts(button)) return false;
      held?.removeAttribute('aria-busy');
      held = button;
      button.setAttribute('aria-busy', 'true');
      informVisitor?.();
      return true;
    },
    /** Clicks the matching button of the app. If there is none, does nothing: the app already shows an error. */
    replay(buttons: Iterable<PressedButton>): void {
      const pressed = held;
      held = undefined;
      if (!pressed) return;
      const shown = [...buttons];
      const same =
        shown.find((button) => isSame(button, pressed)) ??
        shown.find((button) => isSameAnswer(button, pressed));
      same?.click();
    },
    /** Calls `inform` at once if a press is held, else at the next one. */
    onHold(inform: () => void): void {
      informVisitor = inform;
      if (held) inform();
    },
  };
}

/** Holds presses on the buttons of `root`, from now on until `stop` is called. */
export function holdPresses(root: HTMLElement) {
  // A press in the screen and one outside of it, in the consent banner, do not replace each other.
  const [outsideScreen, inScreen] = [createHeldPress(), createHeldPress()];
  const hold = (button: HTMLButtonElement) =>
    (button.closest('#stage') ? inScreen : outsideScreen).hold(button);
  function onClick(event: MouseEvent) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button && hold(button)) event.preventDefault();
  }
  root.addEventListener('click', onClick, true);
  // Before this script had arrived, the page itself held the last presses (`services/api/src/pages/early-press.ts`).
  for (const early of root.querySelectorAll<HTMLButtonElement>('button[aria-busy=true]')) hold(early);
  const stop = () => root.removeEventListener('click', onClick, true);

  return {
    replay() {
      stop();
      for (const heldPress of [outsideScreen, inScreen]) heldPress.replay(root.querySelectorAll('button'));
    },
    onHold(inform: () => void) {
      let isInformed = false;
      for (const heldPress of [outsideScreen, inScreen])
        heldPress.onHold(() => {
          if (isInformed) return;
          isInformed = true;
          stop();
          inform();
        });
    },
  };
}

export type HeldPresses = ReturnType<typeof holdPresses>;
