import {
  layoutKey,
  ownerOf,
  versionedName,
  widgetOwner,
  type ReleasedRemote,
  type ReleaseSet,
} from './release.ts';

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

describe('the key of a layout', () => {
  const bare = { back: null, counter: null, progress: null, hidden: false };
  const back = { to: '/final', history: true };

  it.each([
    ['bar', bare],
    ['bar-back', { ...bare, back }],
    ['bar-counter', { ...bare, counter: '1 / 17' }],
    ['bar-progress', { ...bare, progress: 0 }],
    ['bar-back-counter-progress', { back, counter: '7 / 17', progress: 41, hidden: false }],
    ['hidden', { back, counter: '7 / 17', progress: 41, hidden: true }],
  ])('is %s, and ends with the consent banner', (key, bar) => {
    expect(layoutKey(bar)).toBe(key);
    expect(layoutKey(bar, true)).toBe(`${key}-consent`);
  });
});

it('a name for globals contains the version, and only letters, digits, and underscores', () => {
  expect(versionedName('mfe-quiz', '1.1.0+ab12')).toBe('mfe_quiz_1_1_0_ab12');
});
