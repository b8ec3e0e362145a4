export type CookieJar = ReturnType<typeof createCookieJar>;

/** Keeps cookies as a browser does. */
export function createCookieJar() {
  const kept = new Map<string, string>();
  return {
    kept,
    /** For the `Cookie` header. */
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) kept.set(name, value);
        else kept.delete(name);
      }
    },
    /** The visit that the service has begun. */
    visitId: () => kept.get('visit')?.split('.')[0] ?? '',
  };
}
