import type { ReleaseSet } from '@funnel/contracts/release';

// A well-formed hash that no file matches: the browser blocks the file, and the loader's usual error path runs.
// An error thrown here instead would leave webpack waiting for the chunk.
const unmatchableHash = `sha384-${'A'.repeat(64)}`;

const urlOf = (node: Node): string => {
  if (node instanceof HTMLScriptElement) return node.src;
  if (node instanceof HTMLLinkElement) return node.href;
  return '';
};

/**
 * Sets the integrity hash of the release set on every script and style under `/remotes/`. The federation runtime, webpack's
 * chunk loader and its CSS loader all add them to `head`. The browser blocks a file that has no hash in the set.
 */
export function enforceIntegrity(
  head: HTMLHeadElement,
  set: ReleaseSet,
  remotesOrigin = location.origin,
): void {
  const hashes = new Map(
    [...set.remotes, ...set.previous].flatMap(({ integrity }) => Object.entries(integrity)),
  );

  function withIntegrity<Added extends Node>(node: Added): Added {
    const url = urlOf(node);
    if (!(node instanceof HTMLElement) || !url) return node;
    const { origin, pathname } = new URL(url, location.href);
    if ([location.origin, remotesOrigin].includes(origin) && pathname.startsWith('/remotes/')) {
      node.setAttribute('crossorigin', 'anonymous');
      node.setAttribute('integrity', hashes.get(decodeURI(pathname)) ?? unmatchableHash);
    }
    return node;
  }

  const append = head.appendChild.bind(head);
  const insertBefore = head.insertBefore.bind(head);
  head.appendChild = (node) => append(withIntegrity(node));
  head.insertBefore = (node, before) => insertBefore(withIntegrity(node), before);
}
