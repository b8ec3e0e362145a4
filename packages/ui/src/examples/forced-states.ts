import type { ForcedState } from './example.tsx';

/** The pseudo-class of each state, and the elements to which it can apply. A label is never focused. */
const pseudoClasses: Readonly<Record<ForcedState, { readonly pattern: RegExp; readonly controls: string }>> =
  {
    hover: { pattern: /:hover/g, controls: 'a, button, input, label' },
    pressed: { pattern: /:active/g, controls: 'a, button, input, label' },
    focus: { pattern: /:focus-visible/g, controls: 'a, button, input' },
  };

/** Replaces the pseudo-classes by a condition with the same specificity: a control in an element with `data-forced`. */
const forcedSelector = (selector: string): string =>
  Object.entries(pseudoClasses).reduce(
    (text, [state, { pattern, controls }]) =>
      text.replace(pattern, `:is([data-forced='${state}'] :where(${controls}))`),
    selector,
  );

type ColorScheme = 'light' | 'dark';

/** Makes the rules for hovered, pressed, and focused controls apply to forced states, and those for one color scheme to the page. */
export function forceStates({ cssRules }: CSSStyleSheet | CSSGroupingRule, scheme: ColorScheme | null): void {
  for (const rule of cssRules) {
    if (rule instanceof CSSStyleRule) {
      const forced = forcedSelector(rule.selectorText);
      if (forced !== rule.selectorText) rule.selectorText = `${rule.selectorText}, ${forced}`;
    }
    if (rule instanceof CSSMediaRule && scheme && rule.conditionText.includes('prefers-color-scheme: dark')) {
      rule.media.mediaText = scheme === 'dark' ? 'all' : 'not all';
    }
    if (rule instanceof CSSGroupingRule) forceStates(rule, scheme);
  }
}
