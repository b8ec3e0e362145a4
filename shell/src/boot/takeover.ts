/** Resolves once no press is in progress, so that a tap on the static page keeps the element it began on. */
export function waitForPressEnd(document: Document): Promise<void> {
  if (!document.querySelector('a:active, button:active')) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ['pointerup', 'pointercancel', 'keyup'] as const;
    const finish = () => {
      for (const event of events) document.removeEventListener(event, finish, true);
      // The click comes after the release, as a task of its own.
      setTimeout(resolve, 0);
    };
    for (const event of events) document.addEventListener(event, finish, true);
  });
}

/** The way from `root` down to an element, as positions among siblings; null when it is not inside. */
function indexPathOf(root: Element, element: Element | null): number[] | null {
  const route: number[] = [];
  for (let at = element; at && at !== root; at = at.parentElement) {
    route.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  }
  return element && root.contains(element) && element !== root ? route : null;
}

const elementAt = (root: Element, route: readonly number[] | null) =>
  route?.reduce<Element | undefined>((at, position) => at?.children[position], root);

/** Text typed into the static page, with the way to its field. */
const typedTexts = (root: Element) =>
  [...root.querySelectorAll('input')]
    .filter(({ value, type }) => value !== '' && type !== 'checkbox' && type !== 'radio')
    .map((field) => ({ route: indexPathOf(root, field), value: field.value }));

/** Sets a field's text as typing does, so that React hears of it. */
function type(field: HTMLInputElement, text: string): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setValue?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Runs `render`, which replaces all that is in `root`, and puts back the focus and what was typed already. */
export function renderPreservingInput(root: Element, render: () => void): void {
  const before = root.ownerDocument.activeElement;
  const focused = indexPathOf(root, before);
  const typed = typedTexts(root);
  render();
  for (const { route, value } of typed) {
    const field = elementAt(root, route);
    if (field instanceof HTMLInputElement) type(field, value);
  }
  const after = elementAt(root, focused);
  if (after instanceof HTMLElement && after.tagName === before?.tagName) after.focus({ preventScroll: true });
}
