import type Koa from 'koa';

/**
 * Makes an application ignore the header Accept, because every response has one type. Koa would read it for the text of a
 * redirect, in quadratic time: a header of 16 KB would block the service for some tenths of a second.
 */
export function ignoreAccept({ request }: Koa): void {
  Object.defineProperty(request, 'accepts', { value: () => false });
}
