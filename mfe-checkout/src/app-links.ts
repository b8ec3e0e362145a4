import type { PublicConfig } from '@funnel/contracts/api';

type Config = Pick<PublicConfig, 'links'>;

/** The home page of the external app, which provides the product after payment. */
export const appHomeUrl = ({ links }: Config): string => links.app;
/** The token identifies the buyer to the external app. It is valid for one use. */
export const activationUrl = ({ links }: Config, token?: string): string =>
  `${links.app}/activate-account${token ? `?token=${encodeURIComponent(token)}` : ''}`;
