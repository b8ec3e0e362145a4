/** Masks `vera@example.com` as `v•••@example.com`, which its owner can still recognize. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '•••' : `${first}•••${email.slice(at)}`;
}
