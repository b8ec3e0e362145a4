import { emptyFunnelState } from '@funnel/contracts/funnel-state';
import type { ReleasedRemote } from '@funnel/contracts/release';

import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { createShell } from './create-shell.ts';

const legal: ReleasedRemote = {
  name: 'mfe-legal',
  version: '1.0.0',
  container: 'mfe_legal_1_0_0',
  base: '/remotes/mfe-legal/1.0.0/',
  entry: 'remoteEntry.js',
  contract: 1,
  paths: [],
  widgets: ['dialog'],
  preload: [],
  integrity: {},
};
const Dialog = () => null;
const loaded = { module: { contract: 1, widgets: { dialog: Dialog } }, version: '1.0.0' };

function shellWith(loader: Pick<RemoteLoader, 'load' | 'reload'>) {
  return createShell({
    set: { id: 's', number: 1, shell: '1.0.0', remotes: [legal], previous: [] },
    config: {
      currency: 'USD',
      stripe: null,
      consent: 'implied',
      offerExpiry: 'header',
      checkoutPresentation: 'page',
      claims: 'all',
      links: { app: '', supportEmail: '', portalLogin: null, appStore: null, googlePlay: null },
    },
    store: { get: () => emptyFunnelState, subscribe: () => () => {}, dispatch: () => {} },
    loader: { ...loader, loaded: () => undefined, distrust: () => {} },
    events: { add: () => {}, flush: () => {} },
    navigation: { go: () => {}, state: () => null },
    setTopBar: () => {},
    notify: () => {},
  });
}

it('begins anew with a widget that is asked for again after it failed, and only then', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(loaded);
  const reload = jest.fn().mockRejectedValueOnce(new Error('still gone')).mockResolvedValue(loaded);
  const shell = shellWith({ load, reload });

  await expect(shell.loadWidget('legal/dialog')).rejects.toThrow('gone');
  await expect(shell.loadWidget('legal/dialog')).rejects.toThrow('still gone');
  await expect(shell.loadWidget('legal/dialog')).resolves.toBe(Dialog);
  expect(reload).toHaveBeenCalledTimes(2);
  await expect(shell.loadWidget('legal/dialog')).resolves.toBe(Dialog);
  expect(load).toHaveBeenCalledTimes(2);
});

it('says which widget this release does not have', async () => {
  const nothing = () => Promise.reject(new Error('not asked'));
  const shell = shellWith({ load: nothing, reload: nothing });
  await expect(shell.loadWidget('checkout/payment-form')).rejects.toThrow('checkout/payment-form');
});
