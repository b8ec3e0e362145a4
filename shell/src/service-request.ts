/** Calls the product's own service. `path` begins with `/api/`. Resolves and rejects as `fetch` does. */
export type ServiceRequest = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Creates the one `fetch` of the service in the page. Each request names the release set and the language of the page, unless the
 * caller sets others. The language may differ from the browser's.
 */
export function createServiceRequest(setId: string, locale: () => string): ServiceRequest {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-release-set', setId);
    if (!headers.has('x-locale')) headers.set('x-locale', locale());
    return fetch(path, { ...init, headers, credentials: 'same-origin' });
  };
}
