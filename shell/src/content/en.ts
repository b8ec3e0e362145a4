import { brand } from '@funnel/contracts/brand';

export const en = {
  home: `${brand.name}, to the start`,
  back: 'Back',
  progress: 'Progress',
  /** The counter `4 / 17` in words. */
  counter: (step: string, steps: string) => `Step ${step} of ${steps}`,
  loading: 'Loading…',
  close: 'Close',
  toast: 'Notification',
  toastRegion: 'Notifications ({hotkey})',
  consent: {
    label: 'Privacy choice',
    text: 'May we measure our ads? Ad platforms would learn which steps you reach here, and your email only as a one-way hash. Declining changes nothing for you.',
    readMore: 'Privacy Policy',
    decline: 'Decline',
    accept: 'Accept',
    change: 'Privacy choices',
    dialog: 'Legal Information',
    unavailable: { title: 'The Privacy Policy could not be loaded', description: 'Please try again.' },
  },
  remoteError: {
    title: 'This page could not be loaded',
    text: 'Your answers are kept. Please check your connection and try again.',
    retry: 'Try again',
  },
  preview: {
    label: 'Preview',
    text: (setId: string) =>
      `You are previewing the release set ${setId}. Your visit is not counted in analytics.`,
    end: 'End preview',
  },
  notFound: {
    code: '404',
    title: 'Oops! Page not found',
    text: 'There is nothing at this address. Your answers are kept.',
    home: 'Return to Home',
    log: (path: string) => `Page not found: ${path}`,
  },
  fatalError: {
    title: 'Unexpected Application Error!',
    text: 'Your answers are kept. Please load the page again.',
    reload: 'Load again',
  },
};

export type Copy = typeof en;
