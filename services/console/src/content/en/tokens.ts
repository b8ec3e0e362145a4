/** The texts of the view Tokens. */
export const tokens = {
  intro:
    'Operators sign in here and use the release command with a token. Only hashes are stored, so a lost token must be replaced.',
  list: 'Operators',
  empty: 'No tokens yet. Those in the service’s settings are not listed.',
  expires: 'Expires',
  expired: 'Expired',
  created: 'Created',
  madeBy: 'Created by',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  actions: 'Actions',
  open: 'Add a token…',
  add: 'Add a token',
  name: 'Name',
  nameHint: 'Lowercase letters, digits, dots and dashes. Shown in the history.',
  preset: 'Permissions',
  presets: {
    viewer: 'Viewer: read status, analytics and deliveries; no personal data',
    publisher:
      'Publisher: publish builds of the named remotes, deprecate their versions and set their webhooks',
    releaser: 'Releaser: read like a viewer, certify, promote and roll back',
    admin: 'Admin: everything, including exports and tokens',
  },
  remotes: 'Remotes',
  remotesHint: 'Names, separated by commas, such as mfe-quiz',
  remotesWrong: 'Enter the name of at least one remote, such as mfe-quiz. Separate several with commas.',
  days: 'Days until it expires',
  daysHint: 'From 1 to 365. The new token expires no later than the one that you signed in with.',
  daysWrong: 'Enter a whole number from 1 to 365.',
  submit: 'Create token',
  of: (name: string) => `Token of ${name}`,
  once: (end: string) =>
    `The token is shown only once. Send it through a secure channel. It expires on ${end}.`,
  token: 'Token',
  copy: 'Copy token',
  done: 'Done',
  revoke: 'Revoke…',
  revokeOf: (name: string) => `Revoke the token of ${name}`,
  revokeTitle: (name: string) => `Revoke the token of ${name}`,
  revokeEffect: (name: string) =>
    `${name} is signed out everywhere at once and can no longer sign in with this token. Tokens created with it are revoked, too.`,
  registrationsEffect: (id: string) =>
    `Workflows and webhooks that were registered with it stay. This lists them: npm run release -- token registrations ${id}`,
  revokeSubmit: 'Revoke',
  revoked: (name: string) => `The token of ${name} was revoked.`,
};
