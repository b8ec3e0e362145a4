import type { Locator } from '@playwright/test';

const roles = 'button|link|checkbox|radio|textbox|combobox|slider|switch|tab';
const entry = new RegExp(`^(${roles}) "(.*?)"((?: \\[[^\\]]+\\])*)`);

/** Removes the YAML quotes from a line of the tree: `- 'button "I''m comfortable"'`. */
const plain = (line: string) => {
  const text = line.trim().replace(/^- /, '');
  return text.startsWith("'") ? text.slice(1).replaceAll("''", "'") : text;
};

/**
 * Every control inside an element in the order of the accessibility tree: `checkbox "Netflix" [checked]`,
 * `link "Back" → /step-1`.
 */
export async function controlsIn(part: Locator): Promise<string[]> {
  const found: string[] = [];
  for (const line of (await part.ariaSnapshot()).split('\n').map(plain)) {
    const [, role, name, states = ''] = entry.exec(line) ?? [];
    const target = /^\/url: (.*)$/.exec(line)?.[1];
    if (role) found.push(`${role} "${name}"${states}`);
    else if (target) found.push(`${found.pop()} → ${target}`);
  }
  return found;
}
