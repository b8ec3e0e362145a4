type Tree = { [key: string]: Tree | string };

function isTree(value: Tree | string | undefined): value is Tree {
  return typeof value === 'object';
}

/** It has no prototype, so keys such as `__proto__` have no special meaning. */
function emptyTree(): Tree {
  return Object.create(null);
}

function put(tree: Tree, [key, ...rest]: readonly string[], value: string): void {
  if (key === undefined) return;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const existing = tree[key];
  const branch = isTree(existing) ? existing : emptyTree();
  tree[key] = branch;
  put(branch, rest[0] === '' ? [String(Object.keys(branch).length), ...rest.slice(1)] : rest, value);
}

function withLists(node: Tree | string): unknown {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node);
  if (entries.length > 0 && entries.every(([key], index) => key === String(index))) {
    return entries.map(([, child]) => withLists(child));
  }
  for (const [key, child] of entries) Object.assign(node, { [key]: withLists(child) });
  return node;
}

/** `line_items[0][price]=p&expand[]=x` as `{ line_items: [{ price: 'p' }], expand: ['x'] }`; every leaf is a string. */
export function decodeForm(text: string): unknown {
  const tree = emptyTree();
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = '', ...rest] = name.split('[');
    put(tree, [head, ...rest.map((part) => part.replace(/\]$/, ''))], value);
  }
  return withLists(tree);
}
