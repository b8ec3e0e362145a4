import { renderToString } from 'react-dom/server';

import { Dialog } from './dialog.tsx';
import { EmailForm } from './email-form.tsx';
import { Icon } from './icon.tsx';
import { Progress } from './progress.tsx';
import { RadioCard, RadioCards } from './radio-cards.tsx';
import { Screen } from './screen.tsx';
import { Spinner } from './spinner.tsx';
import { standInDialogs } from './stand-in-dialog.tsx';
import { StarRating } from './star-rating.tsx';
import { Tabs } from './tabs.tsx';
import { TextField } from './text-field.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

const noop = () => {};

test('a label names its field', () => {
  const html = renderToString(<TextField label="Email" />);
  const [, id] = /<input[^>]* id="([^"]+)"/.exec(html) ?? [];
  expect(/<label [^>]*for="([^"]+)"[^>]*>Email<\/label>/.exec(html)?.[1]).toBe(id);
});

test('the field of an email is filled in by browsers, is checked by the form itself, and is never sent in a URL', () => {
  const error = { title: 'Invalid email', description: 'Please enter a valid email address' };
  const html = renderToString(
    <EmailForm
      texts={{
        label: 'Email',
        placeholder: 'Your email address',
        errors: { required: error, invalid: error },
        suggestion: (email) => `Did you mean ${email}?`,
      }}
      notify={() => undefined}
      onEmail={noop}
    />,
  );
  const [form = ''] = /<form[^>]*>/.exec(html) ?? [];
  const [field = ''] = /<input[^>]*>/.exec(html) ?? [];
  expect(form).toContain('method="dialog"');
  expect(form).toContain('noValidate=""');
  for (const attribute of ['type="email"', 'autoComplete="email"', 'inputMode="email"', 'required=""'])
    expect(field).toContain(attribute);
});

test('screen readers skip an icon', () => {
  expect(renderToString(<Icon name="lock" />)).toMatch(/^<svg [^>]*aria-hidden="true"/);
});

test('screen readers skip the saving on a card, which repeats its prices', () => {
  const html = renderToString(
    <RadioCards label="Plans" value="plan1" values={['plan1']} onChange={noop}>
      <RadioCard value="plan1" title="1-WEEK PLAN" saving="-50%" price="$6.93" />
    </RadioCards>,
  );
  expect(html).toMatch(/<span [^>]*aria-hidden="true"[^>]*>-50%<\/span>/);
});

test('stars are one image with a name', () => {
  expect(renderToString(<StarRating value={4} label="4 of 5 stars" />)).toMatch(
    /^<span role="img" aria-label="4 of 5 stars"/,
  );
});

test('a spinner is announced, except in a button, which says that it is busy', () => {
  expect(renderToString(<Spinner>Loading</Spinner>)).toContain('role="status"');
  expect(renderToString(<Spinner tone="inherit">Loading</Spinner>)).not.toContain('role=');
});

test('the heading of a screen can take the focus, without being a stop of the Tab key', () => {
  expect(renderToString(<Screen title="How old are you?" />)).toMatch(
    /<h1 [^>]*tabindex="-1"[^>]*>How old are you\?<\/h1>/i,
  );
});

test('a dialog is named by its title', () => {
  const html = renderToString(
    <Dialog open title="Legal Information" closeLabel="Close" onClose={noop}>
      Text
    </Dialog>,
  );
  const [, id = ''] = /<dialog [^>]*aria-labelledby="([^"]+)"/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`<h2 id="${id}"[^>]*>Legal Information</h2>`));
});

test('a dialog that could not be loaded says so at once', () => {
  const texts = {
    title: 'Legal Information',
    loading: 'Loading',
    failed: 'The legal texts could not be loaded.',
    retry: 'Try again',
    close: 'Close',
  };
  expect(renderToString(standInDialogs(texts).failed(noop, noop))).toMatch(
    /<p role="alert"[^>]*>The legal texts could not be loaded\.<\/p>/,
  );
});

test('a progress bar and the button of a tooltip have names', () => {
  expect(renderToString(<Progress value={40} label="Progress" />)).toContain('aria-label="Progress"');
  const tooltip = renderToString(
    <TooltipProvider>
      <Tooltip label="About the price per day" text="The price of a period by its days." />
    </TooltipProvider>,
  );
  expect(tooltip).toMatch(/<button [^>]*aria-label="About the price per day"/);
});

test.each([undefined, null, 'Subs.'])('a tab with the short label %s keeps its name', (shortLabel) => {
  const html = renderToString(
    <Tabs
      label="Legal texts"
      value="subscription"
      onChange={noop}
      tabs={[
        {
          value: 'subscription',
          label: 'Subscription',
          content: 'Text',
          ...(shortLabel !== undefined && { shortLabel }),
        },
      ]}
    />,
  );
  expect(html).toMatch(/<button [^>]*role="tab"[^>]*>.*Subscription<\/span><\/button>/);
});
