export type CookieJar = ReturnType<typeof createCookieJar>;

/** Stores cookies as a browser does. */
export function createCookieJar() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    /** The value of the `Cookie` header. */
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    store(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
    },
    /** The id of the visit that the service started. */
    visitId: () => cookies.get('visit')?.split('.')[0] ?? '',
  };
}
