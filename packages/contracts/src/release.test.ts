import { ownerOf, widgetOwner, type ReleasedRemote, type ReleaseSet } from './release.ts';

const remote = (name: string, paths: string[], widgets: string[]): ReleasedRemote => ({
  name,
  version: '1.0.0',
  container: `${name.replace('-', '_')}_1_0_0`,
  base: `/remotes/${name}/1.0.0/`,
  entry: 'remoteEntry.js',
  contract: 1,
  paths,
  widgets,
  preload: [],
  integrity: {},
});
const quiz = remote('mfe-quiz', ['/', '/step-1'], []);
const checkout = remote('mfe-checkout', ['/checkout', '/payment-success'], ['payment-form']);
const set: ReleaseSet = { id: 's', number: 1, shell: '1.0.0', remotes: [quiz, checkout], previous: [quiz] };

describe('a release set', () => {
  it.each([
    ['/', 'mfe-quiz'],
    ['/step-1', 'mfe-quiz'],
    ['/payment-success', 'mfe-checkout'],
    ['/step-1/', undefined],
    ['/step', undefined],
    ['/legal', undefined],
  ])('leaves the path %s to the remote %s', (path, name) => {
    expect(ownerOf(set, path)?.name).toBe(name);
  });

  it('names the remote of a widget, and the name that the remote gives it', () => {
    const owner = widgetOwner(set, 'checkout/payment-form');
    expect([owner?.remote.name, owner?.name]).toEqual(['mfe-checkout', 'payment-form']);
  });

  it.each(['checkout/receipt', 'quiz/payment-form', 'legal/dialog', 'payment-form', 'checkout/', ''])(
    'has no remote for the widget "%s"',
    (widget) => {
      expect(widgetOwner(set, widget)).toBeUndefined();
    },
  );
});
