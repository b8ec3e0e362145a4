/** The part of `document` that shows presses. */
interface PressedPage {
  querySelector(selectors: string): unknown;
  addEventListener(type: string, listener: () => void, capture: boolean): void;
  removeEventListener(type: string, listener: () => void, capture: boolean): void;
}

/** The presses on a prerendered page. */
interface PressWatch {
  /** Resolves when no press is in progress, so that a tap on the prerendered page ends on the element where it began. */
  waitForEnd(): Promise<void>;
  stop(): void;
}

// Not every browser dispatches the end of the pointer when a press opens its menu.
const endEvents = ['pointerup', 'pointercancel', 'contextmenu', 'keyup'] as const;

/** Watches presses from now on. Safari on phones marks no element as pressed, so that the pointer must be followed. */
export function watchPresses(document: PressedPage): PressWatch {
  let isPointerDown = false;
  let onEnd = () => {};
  const begin = () => (isPointerDown = true);
  // The browser dispatches the click after the release, in a later task.
  const end = () =>
    setTimeout(() => {
      isPointerDown = false;
      onEnd();
    }, 0);
  document.addEventListener('pointerdown', begin, true);
  for (const event of endEvents) document.addEventListener(event, end, true);

  return {
    waitForEnd() {
      // Also matches a press that began before this script, and one of a key.
      const selectors = 'a:active, button:active, label:active, input:active';
      if (!isPointerDown && !document.querySelector(selectors)) return Promise.resolve();
      return new Promise((resolve) => (onEnd = resolve));
    },
    stop() {
      document.removeEventListener('pointerdown', begin, true);
      for (const event of endEvents) document.removeEventListener(event, end, true);
    },
  };
}

/**
 * Runs `render`, which replaces the prerendered page, when the remote of its screen has loaded or failed to load and no press
 * is in progress. `remote` is undefined if no remote owns the path.
 */
export async function takeOver(
  presses: PressWatch,
  remote: Promise<unknown> | undefined,
  render: () => void,
): Promise<void> {
  // A failure is ignored here: the loader has already reported it, and the screen rendered below shows it.
  await remote?.catch(() => undefined);
  await presses.waitForEnd();
  presses.stop();
  render();
}

/** The path from `root` to an element as child indexes, or null if the element is not inside `root`. */
function indexPathOf(root: Element, element: Element | null): number[] | null {
  const indexes: number[] = [];
  for (let at = element; at && at !== root; at = at.parentElement) {
    indexes.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  }
  return element && root.contains(element) && element !== root ? indexes : null;
}

const elementAt = (root: Element, indexes: readonly number[] | null) =>
  indexes?.reduce<Element | undefined>((at, index) => at?.children[index], root);

/** The texts typed into the prerendered page, with the path to each field. */
const typedTexts = (root: Element) =>
  [...root.querySelectorAll('input')]
    .filter(({ value, type }) => value !== '' && type !== 'checkbox' && type !== 'radio')
    .map((field) => ({ indexes: indexPathOf(root, field), value: field.value }));

/** The boxes and choices that the visitor has changed on the prerendered page, with the path to each. */
const changedChoices = (root: Element) =>
  [...root.querySelectorAll('input')]
    .filter(
      ({ type, checked, defaultChecked }) => checked !== defaultChecked && (checked || type !== 'radio'),
    )
    .map((field) => ({ indexes: indexPathOf(root, field), checked: field.checked }));

/** Sets a field's text and dispatches the event that React listens for. */
function type(field: HTMLInputElement, text: string): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setValue?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Runs `render`, which replaces the content of `root`, then restores focus, typed text, and changed choices. */
export function renderPreservingInput(root: Element, render: () => void): void {
  const before = root.ownerDocument.activeElement;
  const focused = indexPathOf(root, before);
  const typed = typedTexts(root);
  const changed = changedChoices(root);
  render();
  for (const { indexes, value } of typed) {
    const field = elementAt(root, indexes);
    if (field instanceof HTMLInputElement) type(field, value);
  }
  for (const { indexes, checked } of changed) {
    const field = elementAt(root, indexes);
    if (field instanceof HTMLInputElement && field.checked !== checked) field.click();
  }
  const after = elementAt(root, focused);
  if (after instanceof HTMLElement && after.tagName === before?.tagName) after.focus({ preventScroll: true });
}
