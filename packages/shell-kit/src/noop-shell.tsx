import { contractVersion } from '@funnel/contracts/remote-module';
import { brand } from '@funnel/contracts/brand';
import { emptyFunnelState } from '@funnel/contracts/funnel-state';

import type { FunnelShell } from './remote.tsx';

/** A shell with a new visitor's state and no effects, for prerendering and tests. */
export const noopShell: FunnelShell = {
  contract: contractVersion,
  locale: 'en',
  config: {
    currency: 'USD',
    stripe: null,
    consent: 'implied',
    offerExpiry: 'header',
    checkoutPresentation: 'page',
    claims: 'all',
    links: {
      app: brand.appUrl,
      supportEmail: brand.supportEmail,
      portalLogin: null,
      appStore: null,
      googlePlay: null,
    },
  },
  state: { get: () => emptyFunnelState, subscribe: () => () => undefined },
  dispatch: () => undefined,
  navigate: () => undefined,
  handover: () => null,
  prefetch: () => undefined,
  loadWidget: () => new Promise(() => undefined),
  setTopBar: () => undefined,
  takeQuery: () => null,
  report: () => undefined,
  notify: () => undefined,
  request: () => new Promise(() => undefined),
};
