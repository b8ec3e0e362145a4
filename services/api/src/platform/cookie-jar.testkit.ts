export type CookieJar = ReturnType<typeof createCookieJar>;

/** Stores cookies as a browser does. */
export function createCookieJar() {
  const kept = new Map<string, string>();
  return {
    kept,
    /** The value of the `Cookie` header. */
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) kept.set(name, value);
        else kept.delete(name);
      }
    },
    /** The id of the visit that the service started. */
    visitId: () => kept.get('visit')?.split('.')[0] ?? '',
  };
}
