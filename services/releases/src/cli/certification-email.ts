/** The email that the smoke test of a set leaves and buys with. Nobody has it, because the domain is reserved (RFC 2606). */
export const certificationEmail = (setId: string): string => `certification-${setId}@example.com`;

export const isCertificationEmail = (email: string): boolean =>
  /^certification-[\w-]+@example\.com$/.test(email);
