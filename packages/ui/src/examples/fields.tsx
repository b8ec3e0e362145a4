import { Button } from '../button.tsx';
import { EmailForm } from '../email-form.tsx';
import { TextField } from '../text-field.tsx';
import { Clicked, forcedExamples, noop, type Section } from './example.tsx';
import { de, en, type ExampleTexts } from './texts.ts';

const low = { width: 375, height: 240 };

const field = ({ email }: ExampleTexts) => <TextField label={email.label} placeholder={email.placeholder} />;

const textField: Section = {
  file: 'text-field',
  examples: [
    { state: 'empty', content: field(en) },
    ...forcedExamples(field(en)),
    { state: 'filled', content: <TextField label={en.email.label} defaultValue="visitor@example.com" /> },
    {
      state: 'hidden label',
      content: <TextField label={en.email.label} labelHidden placeholder={en.hint} />,
    },
    {
      state: 'error',
      content: (
        <TextField
          label={en.email.label}
          defaultValue="visitor@gmial"
          error={en.email.errors.invalid.description}
          hint={en.hint}
        />
      ),
    },
    {
      state: 'suggestion',
      content: (
        <TextField
          label={en.email.label}
          defaultValue="visitor@gmial.com"
          suggestion={<Button tone="quiet">{en.email.suggestion('visitor@gmail.com')}</Button>}
        />
      ),
    },
    { state: 'long text', content: <TextField label={en.long} hint={en.long} error={en.long} /> },
    { state: 'German', language: 'de', content: field(de) },
  ],
};

const form = (texts: ExampleTexts, initialEmail = '') => (
  <EmailForm
    texts={texts.email}
    initialEmail={initialEmail}
    hint={texts.hint}
    notify={() => noop}
    onEmail={noop}
  >
    <Button type="submit">{texts.continue}</Button>
  </EmailForm>
);
const submitted = (texts: ExampleTexts, email: string) => (
  <Clicked selector="[type=submit]">{form(texts, email)}</Clicked>
);

const emailForm: Section = {
  file: 'email-form',
  examples: [
    { state: 'empty', content: form(en) },
    { state: 'suggestion', content: form(en, 'visitor@gmial.com') },
    { state: 'email missing', content: submitted(en, ''), iframeSize: low },
    { state: 'email invalid', content: submitted(en, 'visitor@gmial'), iframeSize: low },
    { state: 'German', language: 'de', content: form(de, 'besucherin@gmial.com') },
    {
      state: 'German, email invalid',
      language: 'de',
      content: submitted(de, 'visitor@gmial'),
      iframeSize: low,
    },
  ],
};

export const fields: readonly Section[] = [textField, emailForm];
