import type { PublicConfig } from '@funnel/contracts/api';

type Config = Pick<PublicConfig, 'links'>;

/** Where the product itself lives, once it is paid for. */
export const appHomeUrl = ({ links }: Config): string => links.app;
/** With a token, the app knows the buyer without asking; it is good for one use. */
export const activationUrl = ({ links }: Config, token?: string): string =>
  `${links.app}/activate-account${token ? `?token=${encodeURIComponent(token)}` : ''}`;
