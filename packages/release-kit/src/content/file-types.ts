/** The allowed types of a build's files by extension. Documents (HTML, XML, PDF) are not allowed. */
const typesByExtension: Readonly<Record<string, readonly string[]>> = {
  js: ['text/javascript'],
  mjs: ['text/javascript'],
  css: ['text/css'],
  woff2: ['font/woff2'],
  woff: ['font/woff'],
  svg: ['image/svg+xml'],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  gif: ['image/gif'],
  ico: ['image/x-icon', 'image/vnd.microsoft.icon'],
  json: ['application/json'],
  webmanifest: ['application/manifest+json'],
  txt: ['text/plain'],
};

/** The type with which a file is served, by its extension: `text/css; charset=utf-8`. */
export const contentTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(typesByExtension).map(([extension, [type = '']]) => [
    extension,
    type.startsWith('text/') ? `${type}; charset=utf-8` : type,
  ]),
);

const allTypes = new Set(Object.values(typesByExtension).flat());

/** Returns `text/css` for `text/css; charset=utf-8`, or null if there is any other parameter. */
function essenceOf(contentType: string): string | null {
  const [, essence = null] = /^([a-z]+\/[a-z0-9.+-]+)(?:; ?charset="?utf-8"?)?$/i.exec(contentType) ?? [];
  return essence?.toLowerCase() ?? null;
}

/** Whether any file of a build may have this type. */
export const isPublishableType = (contentType: string): boolean => allTypes.has(essenceOf(contentType) ?? '');

/** Describes why a file must not have this path with this type, or returns null. */
export function fileTypeFinding(path: string, contentType: string): string | null {
  const [, extension = ''] = /\.([^./]+)$/.exec(path) ?? [];
  const types = Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
  if (!types) return `The file ${path} has an extension that is not allowed.`;
  if (types.includes(essenceOf(contentType) ?? '')) return null;
  return `The file ${path} has the type ${contentType.slice(0, 80)}; a .${extension} file must have ${types.join(' or ')}.`;
}
