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
const anyComponent: unknown = expect.any(Function);

const widgetLoaderWith = (loader: Pick<RemoteLoader, 'load' | 'reload'>) =>
  createWidgetLoader({
    set: { id: 's', number: 1, shell: '1.0.0', remotes: [legal], previous: [] },
    loader: {
      ...loader,
      loaded: () => undefined,
      lateArrival: () => new Promise(() => undefined),
      markFailed: () => {},
    },
    onRenderError: () => {},
  });

it('refetches a widget that is requested again after a failure, and only then', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(loaded);
  const reload = jest.fn().mockRejectedValueOnce(new Error('still gone')).mockResolvedValue(loaded);
  const loadWidget = widgetLoaderWith({ load, reload });

  await expect(loadWidget('legal/dialog')).rejects.toThrow('gone');
  await expect(loadWidget('legal/dialog')).rejects.toThrow('still gone');
  await expect(loadWidget('legal/dialog')).resolves.toEqual(anyComponent);
  expect(reload).toHaveBeenCalledTimes(2);
  await expect(loadWidget('legal/dialog')).resolves.toEqual(anyComponent);
  expect(load).toHaveBeenCalledTimes(2);
});

it('rejects with the name of a widget that the release set lacks', async () => {
  const neverCalled = () => Promise.reject(new Error('not called'));
  const loadWidget = widgetLoaderWith({ load: neverCalled, reload: neverCalled });
  await expect(loadWidget('checkout/payment-form')).rejects.toThrow('checkout/payment-form');
});
