/** The entry path of each stage. Every other path is known only to the remote that owns it. */
export const stagePaths = {
  start: '/',
  offer: '/final',
  checkout: '/checkout',
  success: '/payment-success',
} as const;
