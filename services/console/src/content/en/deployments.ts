import { maxCanaryPercent, maxStageDays } from '@funnel/contracts/canary-stages';

export const deployments = {
  note: 'Note',
  noteHint: 'Why you do this. It is stored in the history.',
  effects: 'Effects',
  change: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  same: 'The same versions',
  changed: {
    title: 'Compared with the stable set',
    app: (change: string, paths: string) => `${change}, on ${paths}`,
    everyPath: 'every page',
    morePaths: (paths: string, more: string) => `${paths} and ${more} more`,
    download: (size: string) => `A visitor who has the files of the stable set downloads at most ${size}.`,
    inFlight: (number: number, visitors: number, count: string) =>
      `On set ${number}: ${visitors === 1 ? '1 visitor is' : `${count} visitors are`} in the funnel.`,
    kept: (time: string) =>
      `They keep their set until they have paid or been away for ${time}, unless it is withdrawn.`,
  },
  promote: {
    title: (name: string, version: string) => `Promote ${name} ${version}`,
    audience: 'Audience',
    all: 'All new visitors',
    share: 'A canary: a percentage of new visitors',
    staged: 'A canary in stages, promoted to all new visitors at the end',
    stages: 'Stages',
    stagesHint: 'Percentages with how long each lasts, in minutes (m), hours (h) or days (d)',
    stagesWrong: `Enter ascending percentages from 1 to ${maxCanaryPercent}, each with at most ${maxStageDays} days, such as 10:2h, 50:1d.`,
    effectStages:
      'At the end of each stage the next one begins, unless the canary has fewer than 200 visitors or looks worse: then it is held until you decide.',
    doneStages: (name: string, version: string) => `${name} ${version} is live as a canary in stages.`,
    percent: 'Canary percentage',
    percentHint: `From 1 to ${maxCanaryPercent}`,
    percentWrong: `Enter a whole number from 1 to ${maxCanaryPercent}.`,
    effectAll: (name: string, version: string) =>
      `All new visitors get ${name} ${version}. All other apps keep their versions.`,
    withdraw: 'Also move visitors in the middle of the funnel',
    effectAllMove:
      'Visitors in the middle of the funnel move at their next page load or stage. They keep their answers.',
    effectAllStay:
      'Visitors in the middle of the funnel stay on their set until they have paid or been away for a day.',
    effectShare: (name: string, version: string, percent: string) =>
      `${percent} % of new visitors get ${name} ${version} and stay on it. All others get the live set.`,
    effectShareStay: 'Visitors in the middle of the funnel are not affected.',
    effectAutoRollback:
      'From 200 visitors, the canary is rolled back automatically if it fails significantly more often than the stable set.',
    force: 'Override the failed gates',
    forceHint: 'Some gates cannot be overridden. Enter the reason as the note.',
    submitAll: 'Promote for all',
    submitShare: 'Start canary',
    doneAll: (name: string, version: string) => `${name} ${version} is live for all new visitors.`,
    doneShare: (name: string, version: string, percent: number) =>
      `${name} ${version} is live as a canary for ${percent} % of new visitors.`,
  },
  increase: {
    open: 'Increase traffic…',
    title: 'Increase canary traffic',
    most: `The canary gets ${maxCanaryPercent} %. To give it to all new visitors, promote it.`,
    percent: 'New canary percentage',
    percentHint: (percent: number) => `More than ${percent}, at most ${maxCanaryPercent}`,
    percentWrong: (percent: number) => `Enter a whole number from ${percent + 1} to ${maxCanaryPercent}.`,
    effect: (from: number, to: string) =>
      `${to} % of new visitors get the canary instead of ${from} %. Visitors on the canary stay on it.`,
    effectStages: 'Its stages end: the canary keeps this percentage until you change it.',
    submit: 'Increase traffic',
    done: (percent: number) => `The canary is live for ${percent} % of new visitors.`,
  },
  hold: {
    open: 'Hold…',
    title: 'Hold the stages',
    effect: (percent: number) => `The canary stays at ${percent} % until you resume its stages.`,
    submit: 'Hold',
    done: 'The stages of the canary are held.',
  },
  resume: {
    open: 'Resume…',
    title: 'Resume the stages',
    effectLater: 'The current stage continues for the rest of its time.',
    effectNow:
      'The stage is judged again at once. The next one begins only if there is no longer a reason to hold it.',
    submit: 'Resume',
    done: 'The stages of the canary continue.',
  },
  stop: {
    open: 'Stop…',
    title: 'Stop canary',
    effect: (number: number) =>
      `Set ${number} is withdrawn. Its visitors move to the stable set at their next page load or stage. They keep their answers.`,
    submit: 'Stop canary',
    done: 'The canary was stopped. Its visitors move to the stable set.',
  },
  finish: {
    open: 'Promote canary…',
    title: 'Promote canary',
    effect: (number: number) => `All new visitors get set ${number}.`,
    effectStay:
      'Visitors in the middle of the funnel stay on their set until they have paid or been away for a day.',
    submit: 'Promote canary',
    done: (number: number) => `Set ${number} is live for all new visitors.`,
  },
  rollBack: {
    open: 'Roll back…',
    openToNumber: (number: number) => `Roll back to set ${number}…`,
    openTo: 'Roll back to this set…',
    title: 'Roll back',
    effectTo: (set: string) => `New visitors get ${set}.`,
    effectWithdrawn: (live: string, to: string) =>
      `The live ${live}, every set that was live since ${to}, and a running canary are withdrawn. Their visitors move to ${to} at their next page load or stage. They keep their answers.`,
    findings: 'This set would fail the gates now. A rollback is allowed anyway:',
    submit: 'Roll back',
    done: (from: string, to: string) =>
      `Rolled back from ${from} to ${to}. Visitors of the withdrawn set move at their next page load or stage.`,
  },
};

export const history = {
  lead: (entries: string, alerts: string) =>
    `The newest ${entries} deployments to production, the newest ${entries} changes of versions, and the newest ${alerts} alerts.`,
  deployments: 'Deployments',
  timeline: {
    title: 'The last two days, by hour',
    about: 'A stripe through all rows marks an hour with a deployment.',
    byHour: 'By hour',
    hour: 'Hour',
    only: 'Hours without any of these are left out.',
    nothing: 'No purchase, failure, dead letter or deployment in the last two days.',
    now: 'Now',
    purchases: 'Purchases',
    failures: 'Visitors with a failure',
    deadLetters: 'Dead letters',
    deployments: 'Deployments',
  },
  changes: 'Changes',
  changesOf: (time: string) => `Changes of ${time}`,
  report: 'Report of the canary',
  reportOf: (time: string) => `Report of the canary that ended ${time}`,
  reportSince: (percent: number, time: string) =>
    `At the end it got ${percent} % of new visitors. It started ${time}.`,
  reportMetric: 'Metric',
  reportDifference: 'Difference',
  empty: 'No deployments yet.',
  autoRollback: 'auto-rollback',
  canaryStages: 'the stages of the canary',
  actions: {
    promote: 'promoted to all new visitors',
    rollback: 'rolled back',
    canary: 'started a canary',
    widen: 'increased the canary traffic',
    hold: 'held the stages of the canary',
    resume: 'resumed the stages of the canary',
    stop: 'stopped the canary',
    finish: 'promoted the canary',
    heal: 'rolled back the canary automatically',
  },
  versions: 'Versions',
  noVersions: 'No version was published or deprecated yet.',
  source: (repository: string, commit: string, run: string) =>
    `from ${repository}, commit ${commit}, run ${run}`,
  versionActions: {
    publish: (version: string) => `published ${version}`,
    deprecate: (version: string) => `deprecated ${version}`,
    undeprecate: (version: string) => `removed the deprecation of ${version}`,
  },
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  to: (to: string) => `to ${to}`,
  set: (number: number, id: string) => `set ${number} (${id})`,
  at: (percent: number) => `at ${percent} %`,
  live: 'live now',
  alerts: {
    title: 'Alerts',
    none: 'There has been no alert.',
    open: (count: number) => (count === 1 ? '1 open alert' : `${count} open alerts`),
    about: 'About',
    summary: 'What was wrong',
    began: 'Began',
    ended: 'Ended',
    lasts: 'Not yet',
    runbook: 'What to do',
    kinds: {
      'destination-failing': 'Destination fails:',
      'deliveries-overdue': 'Deliveries are overdue:',
      'dead-letters': 'Dead letters:',
      'no-leads': 'No leads',
      'canary-failing': 'Canary may fail: set',
      'canary-waiting': 'Canary waits for a decision: set',
      'token-ending': 'Token ends:',
      'disk-almost-full': 'Disk almost full',
    },
  },
};
