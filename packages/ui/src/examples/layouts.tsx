import { Button } from '../button.tsx';
import { ColorSchemeSurface } from '../color-scheme-surface.tsx';
import { OptionRow } from '../option-row.tsx';
import { Screen } from '../screen.tsx';
import { SuccessArt } from '../status-art.tsx';
import { Surface } from '../surface.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import type { Section } from './example.tsx';
import { de, en, type ExampleTexts } from './texts.ts';

const phone = { width: 375, height: 667 };
const low = { width: 1180, height: 240 };
const desktop = { width: 1180, height: 560 };

const screen = (texts: ExampleTexts, title = texts.question) => (
  <Screen
    title={title}
    sub={texts.sub}
    kicker={texts.kicker}
    size={title === texts.long ? 'title' : 'large'}
    image={<SuccessArt />}
    action={<Button>{texts.continue}</Button>}
  >
    <OptionRow icon="user" label={texts.option} />
  </Screen>
);

export const layouts: readonly Section[] = [
  {
    file: 'screen',
    examples: [
      { state: 'column on a phone', content: screen(en), iframeSize: phone },
      { state: 'long text', content: screen(en, en.long), iframeSize: phone },
      { state: 'German', language: 'de', content: screen(de, de.long), iframeSize: phone },
      { state: 'column on a desktop', content: screen(en), iframeSize: desktop },
      {
        state: 'wide and centered',
        content: <Screen width="wide" align="center" title={en.question} sub={en.sub} />,
        iframeSize: low,
      },
      {
        state: 'two columns',
        content: <Screen width="two-columns" title={en.question} sub={en.sub} />,
        iframeSize: low,
      },
    ],
  },
  {
    file: 'surface',
    examples: [{ state: 'light in every color scheme', content: <Surface>{en.text}</Surface> }],
  },
  {
    file: 'color-scheme-surface',
    examples: [
      {
        state: 'as the color scheme of the browser',
        content: <ColorSchemeSurface>{en.text}</ColorSchemeSurface>,
      },
    ],
  },
  {
    file: 'visually-hidden',
    examples: [
      {
        state: 'for screen readers only',
        content: (
          <>
            {en.text} <VisuallyHidden>{en.hint}</VisuallyHidden>
          </>
        ),
      },
    ],
  },
];
