/** The texts of the view Versions. */
export const versions = {
  lead: 'Every published version, newest first, compared with the live one.',
  empty: 'Nothing is published yet. Publish a build with the release command: npm run release -- publish.',
  version: 'Version',
  contents: 'Contents',
  contract: (contracts: string, paths: number) =>
    `contract ${contracts}, ${paths === 1 ? '1 path' : `${paths} paths`}`,
  actions: 'Actions',
  /** In three parts: the second one can be a link. */
  /** A sentence with a link in it. */
  canaryRuns: {
    before: 'A canary is running. Promote or stop it on the',
    link: 'overview',
    after: 'before the next promotion.',
  },
  live: 'Live',
  canary: 'Canary',
  deprecation: (reason: string) => `Deprecated: ${reason}`,
  deprecatedMember: (name: string, version: string, reason: string) =>
    `${name} ${version} is deprecated: ${reason}`,
  published: 'Published versions',
  comparedToLive: 'Compared with live',
  same: 'Same size, paths and contract',
  addedPaths: (paths: string) => `Adds ${paths}`,
  removedPaths: (paths: string) => `Removes ${paths}`,
  shellApiChange: (from: string, to: string) => `Contract ${from} → ${to}`,
  sizeChange: (difference: string) => `Size ${difference}`,
  visitors: 'Visitors',
  failures: 'Failures',
  leads: 'Leads',
  purchases: 'Purchases',
  revenue: 'Revenue',
  promote: 'Promote…',
  verify: 'Verify',
  preview: 'Preview link',
  about: (action: string, name: string, version: string) => `${action} ${name} ${version}`,
  older: (count: number) => `Older versions (${count})`,
  hideOlder: 'Hide older versions',
  /** Its visible text, with the name of the app for screen readers. */
  olderOf: (visible: string, name: string) => `${visible}, ${name}`,
  passes: (number: number) => `All gates passed. Set ${number} was created; it is not live.`,
  findings: 'The gates failed:',
  previewReady: (number: number, time: string) =>
    `Anyone with this link sees set ${number}. The link expires ${time}. Previews are not counted in analytics.`,
  copy: 'Copy link',
  copied: 'Copied',
  notCopied: 'Copying failed. Select the text and copy it.',
  open: 'Open preview',
  link: 'Preview link',
};
