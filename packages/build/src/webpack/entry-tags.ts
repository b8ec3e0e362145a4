import type { Compilation } from 'webpack';

/** The tags that load an entry's styles and scripts from `base`. */
export const entryTags = (compilation: Compilation, entry: string, base: string): string =>
  (compilation.entrypoints.get(entry)?.getFiles() ?? [])
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="${base}${file}">`
        : `<script src="${base}${file}" defer></script>`,
    )
    .join('');
