export const en = {
  support: (email: string) => `Questions? Write to ${email}`,
  checkout: {
    title: 'Complete Your Order',
    summary: {
      title: 'Order Summary',
      originalPrice: 'Original price',
      save: (amount: string) => `Save ${amount}`,
      perDay: (amount: string) => `Only ${amount} per day`,
      total: 'Total',
      email: 'Email',
      emailMissing: 'Not provided',
      planId: 'Plan ID',
    },
    paymentTitle: 'Payment Details',
    guarantee: {
      title: '30-Day Money-Back Guarantee',
      text: 'Satisfaction or refund: a full refund within 30 days of your initial purchase if you meet the conditions.',
      conditions: 'See the refund conditions',
      loading: 'Loading...',
      failed: 'The conditions could not be loaded.',
      retry: 'Try again',
    },
  },
  payment: {
    terms: {
      today: (amount: string) => `${amount} charged today.`,
      renewal: 'Your subscription renews automatically.',
      cancel:
        'Cancel any time in your profile settings, at least 24 hours before the period ends. You keep access until then.',
      secure: 'Secure SSL encrypted payment',
    },
    loading: 'Loading payment form...',
    retry: 'Retry',
    seePayment: 'See your payment',
    backToOffer: 'Back to your plan',
    charge: {
      none: 'You have not been charged.',
      unknown: 'If you have already paid, do not pay again: look for the email with your access.',
    },
    errorTitle: 'Error',
    unknownError: 'Unknown error',
    failedInDialog: 'An unexpected error occurred. Please try again.',
    noClientSecret: 'No client secret received',
    failures: {
      'not-configured': {
        message: 'Stripe configuration is incorrect',
        toast: {
          title: 'Error',
          description: 'Stripe configuration is incorrect. Please contact the administrator.',
        },
      },
      'email-required': {
        message: 'Email is required for checkout',
        toast: {
          title: 'Error',
          description: 'Email is required for checkout. Please go back and provide your email.',
        },
      },
      'email-rejected': {
        message: 'This email address was not accepted',
        toast: {
          title: 'Error',
          description: 'This email address was not accepted. Please go back and provide another one.',
        },
      },
      'already-paid': {
        message: 'You have already completed this purchase.',
        toast: { title: 'Already paid', description: 'You have already completed this purchase.' },
      },
      'session-failed': {
        message: 'An error occurred',
        toast: { title: 'Error', description: 'Unable to create payment session. Please try again.' },
      },
      'form-load-failed': {
        message: 'The payment form could not be loaded',
        toast: { title: 'Error', description: 'Unable to load the payment form. Please try again.' },
      },
    },
  },
  success: {
    paid: {
      title: 'Payment Successful!',
      thanks: (plan: string) => `Thank you for purchasing the ${plan}.`,
      confirmation: (email: string) => `We have sent a confirmation email to ${email}.`,
      emailFallback: 'your email address',
      plan: 'Plan',
      amount: 'Paid today',
      transaction: 'Transaction ID',
      activate: 'Activate Your Account Now',
      home: 'Return to Home',
      portal: 'Manage your subscription',
      portalText: 'Invoices, cards and cancellation are with our payment provider.',
    },
    confirming: {
      title: 'Confirming your payment',
      initial: 'This takes a few seconds. Please keep this page open.',
      processing:
        'Your bank is still working on it. This page checks again by itself; you will also get an email as soon as the payment is confirmed.',
      unreachable:
        'We cannot reach our service at the moment. This page tries again by itself; please do not pay a second time.',
      checking: 'Checking your payment…',
      checkingAgain: 'Checking again…',
      checkNow: 'Check now',
    },
    'not-completed': {
      title: 'Payment not completed',
      text: 'You have not been charged for this order. You can go back to checkout and try again.',
      back: 'Back to checkout',
    },
    unknown: {
      title: 'We could not find this payment',
      text: 'The address of this page does not match any payment. If you have been charged, write to us and we will sort it out:',
    },
  },
};

export type Content = typeof en;
