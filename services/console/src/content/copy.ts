import { apps } from './en/apps.ts';
import { deliveries, emails } from './en/deliveries.ts';
import { deployments, history } from './en/deployments.ts';
import { experiments } from './en/experiments.ts';
import { set, overview } from './en/overview.ts';
import { reports } from './en/reports.ts';
import { tokens } from './en/tokens.ts';
import { versions } from './en/versions.ts';

/** Every text of the console, in English only. A text with a number or a name in it is a function. */
export const copy = {
  title: (view: string) => `${view} · Console`,
  brand: 'Console',
  skip: 'Skip to content',
  loading: 'Loading…',
  asOf: (time: string) => `As of ${time}`,
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  working: 'Working…',
  none: 'None',
  noValue: '–',

  views: {
    overview: 'Overview',
    reports: 'Reports',
    experiments: 'Experiments',
    versions: 'Versions',
    history: 'History',
    deliveries: 'Deliveries',
    emails: 'Emails',
    tokens: 'Tokens',
    publishing: 'Publishing builds',
    notFound: 'No such page',
  },
  notFound: 'The console has no page at this URL. Choose one above.',
  notPermitted: 'Your token does not permit this view. Choose one above.',

  readOnlyNote: 'Your token cannot change releases or deliveries.',
  noAnalytics:
    'Your token can publish builds of its remotes, deprecate their versions, and set their webhooks. Use it with npx funnel-remote publish, or with npm run release -- publish in the repository of the product. To see versions and visitors, sign in with a token of the preset viewer.',

  live: {
    set: (number: number) => `Set ${number} live`,
    canary: (percent: number) => `canary ${percent} %`,
    nothing: 'Nothing live',
    notCurrent: 'Not up to date',
  },

  alerts: {
    canary: 'The canary needs your decision',
    stopped: (destination: string) => `${destination} is stopped`,
    stoppedBecause: (reason: string) =>
      `It answered with ${reason}. Its deliveries wait. Resume it under Deliveries once its receiver accepts them again.`,
  },

  session: {
    title: 'Sign in to the console',
    intro: 'Enter your operator token. It is sent to the service once and is not stored in this browser.',
    token: 'Operator token',
    signIn: 'Sign in',
    signOut: 'Sign out',
    who: (name: string, preset: string) => `${name}, ${preset}`,
    wrong: 'This token is not valid or has expired.',
    tooOften: 'Too many attempts. Wait a minute, then try again.',
    again: 'Sign in again',
    againLead: 'Your session has ended. Sign in to continue; nothing you typed is lost.',
  },

  failures: {
    signedOut: 'You are signed out.',
    unavailable: 'The service does not respond.',
    failed: 'The service has failed.',
    uncertainChange: (failure: string) =>
      `${failure} The change may have been made: check before you try again.`,
    rejected: 'The service rejected the request.',
    unreadable: 'The service has been updated since this page was loaded. Reload the page.',
    notLoaded: 'The data could not be loaded.',
    staleBecause: {
      'signed-out': 'You are signed out.',
      unavailable: 'The service does not respond.',
      rejected: 'The service could not return newer data.',
    },
    stale: (clock: string, age: string) => `This data is from ${clock} (${age}).`,
    stalePart: (clock: string, age: string) => `Some of this data is from ${clock} (${age}).`,
    staleAgain: 'The console retries every few seconds.',
  },

  set,
  overview,
  reports,
  experiments,
  apps,
  versions,
  deployments,
  history,
  emails,
  deliveries,
  tokens,
};
