/** The email of a checkout session that was not paid, once nothing needs its email any more. */
export const removedEmail = '';
