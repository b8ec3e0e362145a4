/** The path as a redirect may name it: a second slash at its beginning, either way, would name another host. */
export const sameSitePath = (path: string): string => path.replace(/^[/\\]+/, '/');
