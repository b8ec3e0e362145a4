import type { ReleaseSet } from '@funnel/contracts/release';

// Well formed, and the hash of nothing: the browser itself refuses the file, and the loader's usual error path runs.
// Throwing here instead would leave webpack waiting for the chunk.
const unmatchableHash = `sha384-${'A'.repeat(64)}`;

const urlOf = (node: Node): string => {
  if (node instanceof HTMLScriptElement) return node.src;
  if (node instanceof HTMLLinkElement) return node.href;
  return '';
};

/**
 * Puts the release set's hash on every script and style of a remote, whoever adds it: the federation runtime, webpack's
 * chunk loader and its CSS loader all append to the head. A file without a hash in the set is refused.
 */
export function enforceIntegrity(head: HTMLHeadElement, set: ReleaseSet): void {
  const hashes = new Map(
    [...set.remotes, ...set.previous].flatMap(({ integrity }) => Object.entries(integrity)),
  );

  function guard<Added extends Node>(node: Added): Added {
    const address = urlOf(node);
    if (!(node instanceof HTMLElement) || !address) return node;
    const { origin, pathname } = new URL(address, location.href);
    if (origin === location.origin && pathname.startsWith('/remotes/')) {
      node.setAttribute('crossorigin', 'anonymous');
      node.setAttribute('integrity', hashes.get(decodeURI(pathname)) ?? unmatchableHash);
    }
    return node;
  }

  const append = head.appendChild.bind(head);
  const insertBefore = head.insertBefore.bind(head);
  head.appendChild = (node) => append(guard(node));
  head.insertBefore = (node, before) => insertBefore(guard(node), before);
}
