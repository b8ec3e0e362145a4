/** The paths on which the parts of the product agree. Every other path belongs to one remote alone. */
export const stagePaths = {
  start: '/',
  offer: '/final',
  checkout: '/checkout',
  success: '/payment-success',
} as const;
