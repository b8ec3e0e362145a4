import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a built remote or shell is read from. Paths are relative to its `remote.json`. */
export interface BuildSource {
  readonly place: string;
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** A build's folder on this machine. */
export const folderSource = (folder: string): BuildSource => ({
  place: join(folder, 'remote.json'),
  read: (path) => readFile(join(folder, path)),
});

/** A build hosted elsewhere, by the address of its `remote.json`. */
export const addressSource = (address: string): BuildSource => ({
  place: address,
  async read(path) {
    const response = await fetch(new URL(path, address));
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
});
