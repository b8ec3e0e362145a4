import { reasonsAgainst, type Candidate } from './release-gates.ts';
import { testCheckout, testPricing, testQuiz, testRemote, testShell } from './release.testkit.ts';

const shell = testShell('1.0.0').manifest;
const quiz = testQuiz('1.0.0').manifest;
const rest = [testPricing('1.0.0').manifest, testCheckout('1.0.0').manifest];
const sound: Candidate = {
  shell,
  remotes: [quiz, ...rest],
  liveRemotes: [quiz, ...rest],
  missingFiles: new Set(),
  isForced: false,
};
const withQuiz = (over: Parameters<typeof testQuiz>[1]): Partial<Candidate> => ({
  remotes: [testQuiz('1.1.0', over).manifest, ...rest],
});
const [, , entryOfCheckout] = Object.values(testCheckout('1.0.0').manifest.files);

it('has nothing against a sound set', () => {
  expect(reasonsAgainst(sound)).toEqual([]);
});

it.each<[string, Partial<Candidate>, string[]]>([
  ['no shell', { shell: null }, ['The set has no shell.']],
  [
    'a contract that the shell does not serve',
    withQuiz({ contract: 2 }),
    ['mfe-quiz@1.1.0 was built for contract 2; shell@1.0.0 serves 1.'],
  ],
  [
    'a React that the shell does not bring',
    withQuiz({ react: '^20.0.0' }),
    ['mfe-quiz@1.1.0 needs React ^20.0.0; shell@1.0.0 brings 19.3.1.'],
  ],
  [
    'a path with two owners',
    withQuiz({ paths: ['/', '/goal', '/final'] }),
    ['The path /final has more than one owner: mfe-quiz@1.1.0, mfe-pricing@1.0.0.'],
  ],
  [
    'a widget twice',
    withQuiz({ widgets: ['card', 'card'] }),
    ['The widget quiz/card has more than one owner: mfe-quiz@1.1.0, mfe-quiz@1.1.0.'],
  ],
  [
    'a stage path without an owner',
    { ...withQuiz({ paths: ['/goal'] }), liveRemotes: [] },
    ['No remote owns /, which other parts of the product lead to.'],
  ],
  [
    'a path that is live and would be lost',
    withQuiz({ paths: ['/'] }),
    ['/goal of mfe-quiz@1.0.0 is live now and would be lost; --force with a note lets it go.'],
  ],
  [
    'a widget that is live and would be lost',
    { liveRemotes: [testRemote('mfe-legal', '1.0.0', { widgets: ['dialog'] }).manifest] },
    ['legal/dialog of mfe-legal@1.0.0 is live now and would be lost; --force with a note lets it go.'],
  ],
  [
    'a file whose bytes are not stored',
    { missingFiles: new Set([entryOfCheckout?.integrity ?? '']) },
    ['The bytes of remote.1.css of mfe-checkout@1.0.0 are not stored.'],
  ],
])('refuses %s and says so', (_, fault, reasons) => {
  expect(reasonsAgainst({ ...sound, ...fault })).toEqual(reasons);
});

it('lets a live path go where that is wanted', () => {
  expect(reasonsAgainst({ ...sound, ...withQuiz({ paths: ['/'] }), isForced: true })).toEqual([]);
});

it('gives every reason, not only the first', () => {
  expect(reasonsAgainst({ ...sound, ...withQuiz({ contract: 2, react: '^20.0.0' }) })).toHaveLength(2);
});
