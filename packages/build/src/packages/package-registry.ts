import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

import type { PackedPackage } from './pack-packages.ts';

/** What npm reads to install a package. https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md (checked 2026-11-22) */
function describePackage({ manifest, tarball }: PackedPackage, origin: string) {
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const dist = { tarball: `${origin}/${basename(tarball)}`, integrity };
  const { name, version } = manifest;
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

export interface PackageRegistry {
  readonly url: string;
  close(): void;
}

/** Serves packed packages to npm on this machine, as the registry would that they are published to. */
export async function servePackages(packages: readonly PackedPackage[]): Promise<PackageRegistry> {
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = packages.find((packed) => basename(packed.tarball) === asked);
    const described = packages.find(({ manifest }) => manifest.name === asked);
    if (tarball) response.end(readFileSync(tarball.tarball));
    else if (described)
      response
        .setHeader('content-type', 'application/json')
        // The next run may have other contents under the same version.
        .setHeader('cache-control', 'no-store')
        .end(JSON.stringify(describePackage(described, url)));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${portOf(address)}`;
  return { url, close: () => server.close() };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.');
  return address.port;
}
