import type { PublicConfig } from '@funnel/contracts/api';

type Config = Pick<PublicConfig, 'links'>;

/** Where the product itself lives, once it is paid for. */
export const appHomeUrl = ({ links }: Config): string => links.app;
export const activationUrl = ({ links }: Config): string => `${links.app}/activate-account`;
