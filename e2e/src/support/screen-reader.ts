import type { Page } from '@playwright/test';

/** A node of Chromium's accessibility tree, as far as screen readers read it. */
interface AccessibleNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly value?: { readonly value?: unknown };
  readonly description?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly childIds?: readonly string[];
}

/** Roles whose name is all of their text. */
const leaves = new Set(
  'button checkbox DisclosureTriangle heading image img link progressbar radio switch tab textbox'.split(' '),
);
/** Roles that are announced on entering, with their content below. */
const containers = new Set(
  'alert alertdialog banner blockquote complementary contentinfo dialog figure form group list listitem main navigation radiogroup region status tablist tabpanel table timer Iframe'.split(
    ' ',
  ),
);
/** Roles that are not announced, whose text is read apart from its neighbors. */
const blocks = new Set('paragraph term definition DescriptionListTerm DescriptionListDetail'.split(' '));
const spokenRoles: Readonly<Record<string, string>> = {
  DisclosureTriangle: 'disclosure',
  Iframe: 'frame',
  img: 'image',
  listitem: 'item',
  progressbar: 'progress bar',
  radiogroup: 'radio group',
  tablist: 'tab list',
  tabpanel: 'tab panel',
  textbox: 'text field',
};

const textOf = (part: { readonly value?: unknown } | undefined): string =>
  String(part?.value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What is announced after the name, such as `not pressed`. */
function statesOf({ properties = [], role, value, description }: AccessibleNode): string[] {
  const known = new Map(properties.map((property) => [property.name, String(property.value.value)]));
  const has = (name: string) => known.get(name) === 'true';
  const either = (name: string) => (known.has(name) ? [has(name) ? name : `not ${name}`] : []);
  return [
    ...(textOf(role) === 'heading' ? [`level ${known.get('level')}`] : []),
    ...(textOf(value) && textOf(role) !== 'Iframe' ? [textOf(value)] : []),
    ...['checked', 'pressed', 'selected'].flatMap(either),
    ...(known.has('expanded') ? [has('expanded') ? 'expanded' : 'collapsed'] : []),
    ...(has('required') ? ['required'] : []),
    ...(has('disabled') ? ['disabled'] : []),
    ...(known.get('invalid') === 'true' ? ['invalid'] : []),
    ...(textOf(description) ? [textOf(description)] : []),
  ];
}

/** The page in reading order, a line for each element or text: `- button: 25-34, not pressed`. */
export async function spokenText(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes }: { nodes: readonly AccessibleNode[] } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  let text: string[] = [];

  function endText(indent: string): void {
    const line = text.join(' ').trim();
    if (line) lines.push(`${indent}- ${line}`);
    text = [];
  }
  function announce(node: AccessibleNode, indent: string): void {
    const role = textOf(node.role);
    const label = [textOf(node.name), ...statesOf(node)].filter(Boolean).join(', ');
    lines.push(`${indent}- ${spokenRoles[role] ?? role}${label && `: ${label}`}`);
  }
  function read(node: AccessibleNode, indent: string): void {
    const role = textOf(node.role);
    if (!node.ignored && role === 'StaticText') {
      text.push(textOf(node.name));
      return;
    }
    const isSpoken = !node.ignored && (leaves.has(role) || containers.has(role));
    const isBlock = isSpoken || blocks.has(role);
    if (isBlock) endText(indent);
    if (isSpoken) announce(node, indent);
    if (isSpoken && leaves.has(role)) return;
    const inner = isSpoken ? `${indent}  ` : indent;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) read(child, inner);
    }
    if (isBlock) endText(inner);
  }

  const [root] = nodes;
  if (root) {
    lines.push(`Page: ${textOf(root.name)}`, '');
    read({ ...root, role: { value: 'generic' } }, '');
    endText('');
  }
  return lines.join('\n');
}
