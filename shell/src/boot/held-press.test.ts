import { createHeldPress, type PressedButton } from './held-press.ts';

/** A button that logs its clicks. By default the submit button of a form that does nothing without scripts. */
function createButton(textContent: string, log: string[], own: Partial<PressedButton> = {}) {
  const attributes = new Map<string, string>();
  const button: PressedButton = {
    type: 'submit',
    name: '',
    value: '',
    form: { method: 'dialog' },
    ariaLabel: null,
    textContent,
    setAttribute: (name, value) => void attributes.set(name, value),
    removeAttribute: (name) => void attributes.delete(name),
    click: () => log.push(`${textContent} ${own.value ?? ''}`.trim()),
    ...own,
  };
  return { button, attributes };
}

const choice = { value: '25-34', form: { method: 'get' } };

describe('a press on the prerendered page', () => {
  it.each<[string, Partial<PressedButton>]>([
    ['the submit button of a form without a URL', {}],
    ['a button outside of forms', { type: 'button', form: null }],
    [
      'a button that submits nothing, in a form that only leads on',
      { type: 'button', form: { method: 'get' } },
    ],
    ['an answer that the form would lose', choice],
  ])('on %s is carried out by the app, once', (_, own) => {
    const log: string[] = [];
    const heldPress = createHeldPress();
    expect(heldPress.hold(createButton('Continue', [], own).button)).toBe(true);
    const shown = ['Back', 'Continue'].map((text) => createButton(text, log, own).button);
    heldPress.replay(shown);
    heldPress.replay(shown);
    expect(log).toEqual([own.value ? 'Continue 25-34' : 'Continue']);
  });

  it.each<[string, Partial<PressedButton>]>([
    ['only leads on', { form: { method: 'get' } }],
    ['sends its answer in the URL', { ...choice, name: 'experience' }],
  ])('is left to the browser if the form %s', (_, own) => {
    const log: string[] = [];
    const heldPress = createHeldPress();
    const { button } = createButton('YES', log, own);
    expect(heldPress.hold(button)).toBe(false);
    heldPress.replay([button]);
    expect(log).toEqual([]);
  });

  it('is shown as busy, and gives way to a later press', () => {
    const log: string[] = [];
    const heldPress = createHeldPress();
    const first = createButton('25-34', log);
    const second = createButton('35-44', log);
    heldPress.hold(first.button);
    expect(first.attributes.get('aria-busy')).toBe('true');
    heldPress.hold(second.button);
    expect(first.attributes.has('aria-busy')).toBe(false);
    heldPress.replay([first.button, second.button]);
    expect(log).toEqual(['35-44']);
  });

  it('of an answer is carried out although the browser translates the page meanwhile', () => {
    const log: string[] = [];
    const heldPress = createHeldPress();
    heldPress.hold(createButton('Jünger als 25', [], choice).button);
    const other = createButton('45+', log, { ...choice, value: '45+' });
    heldPress.replay([other.button, createButton('25-34', log, choice).button]);
    expect(log).toEqual(['25-34 25-34']);
  });

  it('presses no other button if the app does not show the pressed one', () => {
    const log: string[] = [];
    const heldPress = createHeldPress();
    heldPress.hold(createButton('Continue', []).button);
    heldPress.replay([createButton('Try again', log).button]);
    expect(log).toEqual([]);
  });

  it.each(['before', 'after'])('informs the visitor if it came %s the app failed to start', (when) => {
    const heldPress = createHeldPress();
    const inform = jest.fn();
    const press = () => heldPress.hold(createButton('Continue', []).button);
    if (when === 'before') press();
    heldPress.onHold(inform);
    expect(inform).toHaveBeenCalledTimes(when === 'before' ? 1 : 0);
    if (when === 'after') press();
    expect(inform).toHaveBeenCalledTimes(1);
  });
});
