/** The values of all cookies with this name, in the text of a `Cookie` header or of `document.cookie`. Not decoded. */
export const cookieValues = (cookies: string, name: string): readonly string[] =>
  cookies.split(';').flatMap((cookie) => {
    const [cookieName, value = ''] = cookie.trim().split('=');
    return cookieName === name ? [value] : [];
  });
