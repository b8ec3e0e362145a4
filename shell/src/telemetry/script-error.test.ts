import { describeScriptError } from './script-error.ts';

const page = { origins: ['https://funnel.example', 'https://cdn.example'], shellVersion: '1.2.0' };

function errorWith(stack: string, message = 'secret@example.com is no number', name = 'TypeError') {
  const error = new Error(message);
  error.name = name;
  error.stack = stack;
  return error;
}

describe('the origin of an error', () => {
  it.each([
    [
      'Chromium',
      'TypeError: secret@example.com is no number\n    at Card (https://funnel.example/remotes/mfe-quiz/1.1.0+ab12/remote.1a.js:1:23)\n    at x (https://funnel.example/assets/main.js:4:5)',
    ],
    [
      'Firefox and Safari',
      'Card@https://funnel.example/remotes/mfe-quiz/1.1.0+ab12/remote.1a.js:1:23\nx@https://funnel.example/assets/main.js:4:5',
    ],
  ])('is read from the stack of %s', (_, stack) => {
    expect(describeScriptError(errorWith(stack), page)).toEqual({
      detail: 'TypeError /remotes/mfe-quiz/1.1.0+ab12/remote.1a.js:1:23 < /assets/main.js:4:5',
      remote: 'mfe-quiz',
      version: '1.1.0+ab12',
    });
  });

  it('has the five innermost places of its stack, each once, and no function name', () => {
    const places = [1, 1, 2, 3, 4, 5, 6].map(
      (line) => `secret@https://funnel.example/assets/main.js:${line}:1`,
    );
    expect(describeScriptError(errorWith(places.join('\n')), page).detail).toBe(
      `TypeError ${[1, 2, 3, 4, 5].map((line) => `/assets/main.js:${line}:1`).join(' < ')}`,
    );
  });

  it('has only whole places, and at most 500 characters', () => {
    const place = (line: number) => `/remotes/mfe-quiz/1.0.0+${'a'.repeat(140)}/remote.js:${line}:12345`;
    const stack = [1, 2, 3].map((line) => `x@https://funnel.example${place(line)}`).join('\n');
    expect(describeScriptError(errorWith(stack), page).detail).toBe(`TypeError ${place(1)} < ${place(2)}`);
  });

  it('is the shell if its own script threw', () => {
    expect(describeScriptError(errorWith('x@https://funnel.example/assets/main.js:4:5'), page)).toEqual({
      detail: 'TypeError /assets/main.js:4:5',
      remote: 'shell',
      version: '1.2.0',
    });
  });

  it('is a remote whose files are at another origin of this product', () => {
    const stack = 'x@https://cdn.example/remotes/mfe-quiz/1.1.0/remote.1a.js:1:2';
    expect(describeScriptError(errorWith(stack), page)).toMatchObject({
      remote: 'mfe-quiz',
      version: '1.1.0',
    });
  });

  it('is the script that the browser names if the thrown value is not an Error', () => {
    const scriptUrl = 'https://funnel.example/remotes/mfe-legal/1.0.0/remote.js:7:8';
    expect(describeScriptError('secret@example.com', page, scriptUrl)).toEqual({
      detail: 'unknown /remotes/mfe-legal/1.0.0/remote.js:7:8',
      remote: 'mfe-legal',
      version: '1.0.0',
    });
  });

  it.each([
    [
      'a script of another host',
      errorWith('at x (https://other.example/remotes/mfe-quiz/1.0.0/remote.js:1:1)'),
    ],
    ['a browser extension', errorWith('at x (chrome-extension://abcd/remotes/mfe-quiz/1.0.0/remote.js:1:1)')],
    [
      'a URL in the message only',
      errorWith('Error: https://funnel.example/assets/a.js:1:1', 'https://funnel.example/assets/a.js:1:1'),
    ],
  ])('is unknown for %s', (_, error) => {
    expect(describeScriptError(error, page)).toEqual({ detail: 'TypeError elsewhere' });
  });

  it.each([
    ['a message', errorWith('Error: secret@example.com')],
    ['a name', errorWith('', '', 'secret@example.com')],
    ['a rejection with plain text', 'secret@example.com'],
    ['a rejection with an object', { email: 'secret@example.com' }],
  ])('never includes the text of %s', (_, error) => {
    expect(JSON.stringify(describeScriptError(error, page))).not.toContain('secret');
  });
});
