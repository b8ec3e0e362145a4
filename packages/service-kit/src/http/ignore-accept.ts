import type Koa from 'koa';

/**
 * Lets an application read nothing of the header Accept: every response has one type. Koa would read it for the text of a redirect,
 * by a parser that searches the whole header after each comma, so that one of 8 KB would keep the service busy for a tenth of a second.
 */
export function ignoreAccept({ request }: Koa): void {
  Object.defineProperty(request, 'accepts', { value: () => false });
}
