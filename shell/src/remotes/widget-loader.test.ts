import type { ReleasedRemote } from '@funnel/contracts/release';

import type { RemoteLoader } from './remote-loader.ts';
import { createWidgetLoader } from './widget-loader.tsx';

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
const loaded = { module: { contract: 1, widgets: { dialog: () => null } }, version: '1.0.0' };
const aComponent: unknown = expect.any(Function);

const loaderOf = (loader: Pick<RemoteLoader, 'load' | 'reload'>) =>
  createWidgetLoader({
    set: { id: 's', number: 1, shell: '1.0.0', remotes: [legal], previous: [] },
    loader: { ...loader, loaded: () => undefined, markFailed: () => {} },
    onRenderError: () => {},
  });

it('begins anew with a widget that is asked for again after it failed, and only then', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(loaded);
  const reload = jest.fn().mockRejectedValueOnce(new Error('still gone')).mockResolvedValue(loaded);
  const loadWidget = loaderOf({ load, reload });

  await expect(loadWidget('legal/dialog')).rejects.toThrow('gone');
  await expect(loadWidget('legal/dialog')).rejects.toThrow('still gone');
  await expect(loadWidget('legal/dialog')).resolves.toEqual(aComponent);
  expect(reload).toHaveBeenCalledTimes(2);
  await expect(loadWidget('legal/dialog')).resolves.toEqual(aComponent);
  expect(load).toHaveBeenCalledTimes(2);
});

it('says which widget this release does not have', async () => {
  const nothing = () => Promise.reject(new Error('not asked'));
  const loadWidget = loaderOf({ load: nothing, reload: nothing });
  await expect(loadWidget('checkout/payment-form')).rejects.toThrow('checkout/payment-form');
});
