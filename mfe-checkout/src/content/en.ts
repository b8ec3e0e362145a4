import { en as catalog } from '@funnel/contracts/content/en';
import { firstTaskLines } from '@funnel/contracts/first-task';

const invalidEmail = { title: 'Invalid email', description: 'Please enter a valid email address' };

export const en = {
  catalog,
  support: (email: string) => `Questions? Write to ${email}`,
  checkout: {
    title: 'Complete Your Order',
    secure: 'Secure checkout',
    summary: {
      title: 'Order Summary',
      originalPrice: 'Original price',
      save: (amount: string) => `Save ${amount}`,
      perDay: (amount: string) => `Only ${amount} per day`,
      total: 'Total',
      email: 'Email',
      emailMissing: 'Not provided',
      change: 'Change',
      changeEmail: 'Change your email',
      planId: 'Plan ID',
    },
    emailDialog: {
      title: 'Change your email',
      text: 'Your plan and your answers stay as they are. The payment form opens again for the new email.',
      label: 'Email',
      placeholder: 'Your email address',
      cancel: 'Cancel',
      close: 'Close',
      submit: 'Save email',
      errors: { required: invalidEmail, invalid: invalidEmail },
      suggestion: (email: string) => `Did you mean ${email}?`,
    },
    paymentTitle: 'Payment Details',
    cards: { label: 'Accepted cards', names: ['Visa', 'Mastercard', 'Amex'] },
    guarantee: {
      title: '30-Day Money-Back Guarantee',
      conditions: 'See the refund conditions',
      loading: 'Loading...',
      close: 'Close',
      failed: (supportEmail: string) =>
        `The conditions could not be loaded. Try again, or write to ${supportEmail}.`,
      retry: 'Try again',
    },
  },
  payment: {
    discountEnded: 'The discount has ended. The full price applies now.',
    terms: {
      today: (amount: string) => `${amount} charged today.`,
      totalToday: 'The total is charged today.',
      renewal: 'Your subscription renews automatically.',
      cancel:
        'Cancel any time in your profile settings, at least 24 hours before the period ends. You keep access until then.',
      secure: 'Secure SSL encrypted payment',
    },
    legal: {
      title: 'Legal Information',
      loading: 'Loading...',
      failed: 'The legal texts could not be loaded.',
      retry: 'Try again',
      close: 'Close',
    },
    loading: 'Loading payment form...',
    retry: 'Retry',
    openAgain: 'Open a new payment form',
    expiredTitle: 'Payment form expired',
    seePayment: 'See your payment',
    backToOffer: 'Back to your plan',
    charge: {
      none: 'You have not been charged.',
      unknown: 'If you have already paid, do not pay again: look for the confirmation email.',
    },
    /** Whether the details of the service's problems, which are in English, may be shown. */
    showsServiceDetails: true,
    errorTitle: 'Error',
    unknownError: 'Unknown error',
    failedInDialog: 'An unexpected error occurred. Please try again.',
    noClientSecret: 'No client secret received',
    noClientSecretCause: 'No client secret received from the server',
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
      'session-expired': {
        message: 'This payment form is no longer valid, and nothing was paid with it.',
        toast: {
          title: 'Payment form expired',
          description: 'Please open a new payment form.',
        },
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
  /** On the checkout and below the first task. */
  riskNote: 'For education only. Trading carries a high risk of losing capital.',
  success: {
    paid: {
      title: 'Payment Successful!',
      thanks: (plan: string) => `Thank you for purchasing the ${plan}.`,
      confirmation: (email: string) => `We have sent a confirmation email to ${email}.`,
      emailFallback: 'your email address',
      /** Above the picture on wide windows. */
      proof: 'Welcome! You can start with day 1 today.',
      receipt: 'Receipt',
      plan: 'Plan',
      amount: 'Paid today',
      tax: 'Tax included',
      transaction: 'Transaction ID',
      copy: 'Copy',
      copyTransaction: 'Copy transaction ID',
      copied: 'Copied',
      copyFailed: 'Copying is blocked here, so the full ID is shown.',
      print: 'Print receipt',
      activate: 'Activate Your Account Now',
      home: 'Return to Home',
      portal: 'Manage your subscription',
      portalText:
        'You can cancel in your profile settings or with our payment provider, where you also find invoices and cards.',
    },
    nextSteps: {
      title: 'Your next three steps',
      steps: [
        { title: 'Activate your account', text: 'The button above opens the app with your plan.' },
        { title: 'Start with day 1', text: 'Your first task is below.' },
        { title: 'Keep the confirmation email', text: 'It has your transaction ID and says how to cancel.' },
      ],
    },
    firstTask: {
      title: 'Your first 7-day trading task',
      defaultTime: (minutes: number) => `About ${minutes} minutes a day. No real money is needed.`,
      chosenTime: (minutes: number) =>
        `Based on your answers, about ${minutes} minutes a day. No real money is needed.`,
      day: (number: number) => `Day ${number}`,
      lines: firstTaskLines,
      print: 'Print this task',
    },
    confirming: {
      title: 'Confirming your payment',
      initial: 'This takes a few seconds. Please keep this page open.',
      processing:
        'Your bank is still working on it. This page checks again automatically; you will also get an email as soon as the payment is confirmed.',
      unreachable:
        'We cannot reach our service at the moment. This page tries again automatically; please do not pay a second time.',
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
