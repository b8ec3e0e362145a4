import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';

import type { PackedPackage } from '@funnel/build/packages/pack-packages';
import { freePort } from '@funnel/service-kit/http/free-port';

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
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = createServer((request, response) => {
    const requested = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = packages.find((packed) => basename(packed.tarball) === requested);
    const described = packages.find(({ manifest }) => manifest.name === requested);
    if (tarball) response.end(readFileSync(tarball.tarball));
    else if (described)
      response
        .setHeader('content-type', 'application/json')
        // The next run may have other contents under the same version.
        .setHeader('cache-control', 'no-store')
        .end(JSON.stringify(describePackage(described, url)));
    else response.writeHead(404).end();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { url, close: () => server.close() };
}
