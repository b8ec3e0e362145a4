export type CookieJar = ReturnType<typeof createCookieJar>;

/** Stores cookies as a browser does. */
export function createCookieJar() {
  const cookies = new Map<string, string>();
  const expiries = new Map<string, number>();
  return {
    cookies,
    /** The value of the `Cookie` header. */
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    store(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
        expiries.set(name, Date.parse(/; expires=([^;]+)/i.exec(line)?.[1] ?? ''));
      }
    },
    /** Deletes what a browser no longer has after this time: expired cookies, and those that end with the browser. */
    pass(ms: number) {
      for (const [name, expiresAtMs] of expiries) if (!(expiresAtMs > Date.now() + ms)) cookies.delete(name);
    },
    /** The id of the visit that the service started. */
    visitId: () => (cookies.get('__Host-visit') ?? cookies.get('visit'))?.split('.')[0] ?? '',
  };
}
