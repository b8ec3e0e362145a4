/** Removes leading slashes and backslashes beyond the first, because a redirect to `//name` would leave the site. */
export const sameSitePath = (path: string): string => path.replace(/^[/\\]+/, '/');
