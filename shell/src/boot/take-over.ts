/** Resolves once no press is in progress, so that a tap on the static page keeps the element it began on. */
export function pressEnded(document: Document): Promise<void> {
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
function routeTo(root: Element, element: Element | null): number[] | null {
  const route: number[] = [];
  for (let at = element; at && at !== root; at = at.parentElement) {
    route.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  }
  return element && root.contains(element) && element !== root ? route : null;
}

/** Runs `render`, which replaces all that is in `root`, and puts the focus back where it was. */
export function keepingFocus(root: Element, render: () => void): void {
  const before = root.ownerDocument.activeElement;
  const route = routeTo(root, before);
  render();
  if (!route) return;
  const after = route.reduce<Element | undefined>((at, position) => at?.children[position], root);
  if (after instanceof HTMLElement && after.tagName === before?.tagName) after.focus({ preventScroll: true });
}
