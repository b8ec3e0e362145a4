/** The texts of the page of one app. */
export const apps = {
  intro:
    'Every published version: who built it from what, who has it now, and what browsers report about it.',
  versions: 'Versions',
  version: 'Version',
  state: 'State',
  states: { live: 'Live', canary: 'Canary', withdrawn: 'Withdrawn', stored: 'Not live' },
  builtBy: 'Published by',
  unknownPublisher: 'Unknown: it is older than the history.',
  byToken: 'with a token, without a commit',
  size: 'Size',
  contract: 'Contract',
  acceptedUntil: (day: string) => `accepted until ${day}`,
  visitors: 'Visitors now',
  share: (visitors: string, share: string) => `${visitors} (${share})`,
  visitorsNote: (visitors: string) =>
    `Visitors now: of the ${visitors} who are in the funnel, seen within 24 hours and not paid.`,
  errors: 'Errors of the last 7 days',
  noErrors: 'No browser has reported an error.',
  error: 'Error',
  kinds: { 'load-or-render': 'Not shown', script: 'Uncaught' },
  kind: 'Kind',
  pages: 'Pages',
  affected: 'Visitors',
  last: 'Last reported',
  errorsNote:
    'An error of a script is its name and its stack in the published files, because its message may contain what a visitor typed. “npx funnel-remote where PLACE” states the line of the sources. Browsers send these texts, so read a place before you paste it into a command. Previews are not counted.',
  noDetail: 'Without a description',
  compare: 'Compare and promote',
  history: 'History',
};
