import type { Permission } from '@funnel/contracts/operators';

interface View {
  /** Key of its title in the texts. */
  readonly name: string;
  readonly path: string;
  /** An operator without it gets no link, and a note in place of the view. */
  readonly permission: Permission;
}

/** The views of the console, in the order of their links. */
export const views = [
  { name: 'overview', path: '/', permission: 'read-analytics' },
  { name: 'reports', path: '/reports', permission: 'read-analytics' },
  { name: 'experiments', path: '/experiments', permission: 'read-analytics' },
  { name: 'versions', path: '/versions', permission: 'read-analytics' },
  { name: 'history', path: '/history', permission: 'read-analytics' },
  { name: 'deliveries', path: '/deliveries', permission: 'read-analytics' },
  { name: 'tokens', path: '/tokens', permission: 'manage-tokens' },
  // Last, because its link appears only when the service has said that it keeps emails, and must not move another one.
  { name: 'emails', path: '/emails', permission: 'read-personal-data' },
] as const satisfies readonly View[];

export type ViewName = (typeof views)[number]['name'];
