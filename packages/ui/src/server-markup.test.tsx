import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

import { Button } from './button.tsx';
import { ChoiceGrid, ChoiceTile } from './choice-tile.tsx';
import { Dialog } from './dialog.tsx';
import { EmailForm } from './email-form.tsx';
import { FeatureList } from './feature-list.tsx';
import { GuaranteeCard } from './guarantee-card.tsx';
import { Icon } from './icon.tsx';
import { LinkButton } from './link-button.tsx';
import { Notice } from './notice.tsx';
import { OptionGroup, OptionRow } from './option-row.tsx';
import { Progress } from './progress.tsx';
import { RadioCard, RadioCards } from './radio-cards.tsx';
import { ProgressRing } from './progress-ring.tsx';
import { Screen } from './screen.tsx';
import { Skeleton } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';
import { standInDialogs } from './stand-in-dialog.tsx';
import { StarRating } from './star-rating.tsx';
import { SuccessArt } from './status-art.tsx';
import { Surface } from './surface.tsx';
import { TextField } from './text-field.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';
import { Wordmark } from './wordmark.tsx';

const noop = () => {};

const emailForm = (busy: boolean) => (
  <EmailForm
    texts={{
      label: 'Email',
      placeholder: 'Your email address',
      errors: {
        required: { title: 'Email required', description: 'Please enter your email' },
        invalid: { title: 'Invalid email', description: 'Please enter a valid email' },
      },
      suggestion: (email) => `Did you mean ${email}?`,
    }}
    initialEmail="name@gmial.com"
    busy={busy}
    notify={() => undefined}
    onEmail={noop}
  />
);

// Everything that a remote's build may prerender. The content security policy blocks style attributes and elements.
const prerendered: Record<string, ReactNode> = {
  wordmark: <Wordmark>Candela</Wordmark>,
  button: <Button busy>Continue</Button>,
  options: (
    <OptionGroup labelledBy="question">
      <OptionRow label="YES" type="submit" name="traded" value="YES" icon="check" pressed />
    </OptionGroup>
  ),
  choices: (
    <ChoiceGrid labelledBy="question">
      <ChoiceTile label="Apple" picture="A" checked onToggle={noop} />
    </ChoiceGrid>
  ),
  field: <TextField label="Email" error="Invalid email" hint="Free" suggestion="Did you mean…" />,
  'email form': emailForm(false),
  dialog: (
    <Dialog open title="Legal Information" closeLabel="Close" onClose={noop}>
      Text
    </Dialog>
  ),
  'link button': <LinkButton>Terms</LinkButton>,
  notice: <Notice tone="danger" title="Error" />,
  progress: <Progress label="Progress" value={41} />,
  'radio cards': (
    <RadioCards label="Plans" value="plan2" values={['plan1', 'plan2']} onChange={noop}>
      <RadioCard value="plan1" title="1-WEEK PLAN" price="$6.93" />
      <RadioCard
        value="plan2"
        title="4-WEEK PLAN"
        price="$19.99"
        priceNote="$0.71 per day"
        badge="MOST POPULAR"
      />
    </RadioCards>
  ),
  ring: <ProgressRing value={40} text="40%" />,
  screen: (
    <Screen
      title="How old are you?"
      sub="Pick one"
      image={<SuccessArt />}
      action={<Button>Continue</Button>}
    />
  ),
  features: <FeatureList card features={[{ icon: 'clock', text: 'Short lessons' }]} />,
  guarantee: (
    <GuaranteeCard title="30-day guarantee" text="A full refund within 30 days.">
      <LinkButton>Conditions</LinkButton>
    </GuaranteeCard>
  ),
  skeleton: <Skeleton shape="block" />,
  spinner: <Spinner>Loading</Spinner>,
  stars: <StarRating value={4.6} label="4.6 out of 5 stars" />,
  icon: <Icon name="shield" />,
  tooltip: (
    <TooltipProvider>
      <Tooltip label="What is this?" text="An estimate." />
    </TooltipProvider>
  ),
};

test.each(Object.entries(prerendered))('%s has no style in its prerendered markup', (_, element) => {
  const html = renderToString(<Surface>{element}</Surface>);
  expect(html).toMatch(/^<div class=/);
  expect(html).not.toMatch(/ style=|<style/);
});

const standInTexts = {
  title: 'Legal Information',
  loading: 'Loading',
  failed: 'Failed',
  retry: 'Again',
  close: 'Close',
};

test('a click outside, such as the second of a double click, does not close the dialog in which another one loads', () => {
  expect(renderToString(standInDialogs(standInTexts).loading(noop))).toMatch(
    /<dialog [^>]*closedby="closerequest"/,
  );
});

test('a dialog is as large while it loads, and if it cannot be loaded, as it will be', () => {
  const { loading, failed } = standInDialogs(standInTexts, 'large');
  expect(renderToString(loading(noop))).toContain('data-size="large"');
  expect(renderToString(failed(noop, noop))).toContain('data-size="large"');
});

test('a selected option is announced as pressed', () => {
  expect(renderToString(<OptionRow label="Yes" pressed />)).toContain('aria-pressed="true"');
  expect(renderToString(<OptionRow label="Yes" />)).not.toContain('aria-pressed');
});

test('a field shows its error in a live region that was rendered before', () => {
  const region = '<div aria-live="assertive"';
  expect(renderToString(<TextField label="Email" />)).toMatch(new RegExp(`${region}[^>]*></div>`));
  const html = renderToString(<TextField label="Email" error="Invalid email" />);
  expect(html).toMatch(new RegExp(`${region}[^>]*><p [^>]*>.*Invalid email.*</p></div>`));
});

test('a field is described by its error and its hint', () => {
  const html = renderToString(<TextField label="Email" error="Invalid email" hint="Free" />);
  const [, ids = ''] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  const described = ids.split(' ').map((id) => html.includes(`id="${id}"`));
  expect(described).toEqual([true, true]);
  expect(html).toContain('aria-invalid="true"');
});

test('a field is described by its error also beside a suggestion, which is announced when the reader has finished', () => {
  const html = renderToString(<TextField label="Email" error="Invalid email" suggestion="Did you mean…" />);
  const [, id = ''] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`id="${id}"[^>]*>Invalid email<`));
  expect(html).toContain('<div aria-live="polite">Did you mean…</div>');
});

test.each([true, false])(
  'the email of a form with busy=%s can be changed only if the form is not busy',
  (busy) => {
    const html = renderToString(emailForm(busy));
    const [field = ''] = /<input[^>]*>/.exec(html) ?? [];
    const [suggestion = ''] = /<button[^>]*>Did you mean/.exec(html) ?? [];
    expect([field.includes('readOnly=""'), suggestion.includes('disabled=""')]).toEqual([busy, busy]);
    // A disabled field would lose the focus.
    expect(field).not.toContain('disabled');
  },
);

test('a busy button says so, cannot be pressed, and no button submits a form by default', () => {
  const busy = renderToString(<Button busy>Continue</Button>);
  expect(busy).toContain('disabled=""');
  expect(busy).toContain('aria-busy="true"');
  const button = renderToString(<Button>Cancel</Button>);
  expect(button).toContain('type="button"');
  expect(button).not.toMatch(/disabled|aria-busy/);
});

test('the last of 4.6 stars is filled for six tenths', () => {
  const html = renderToString(<StarRating value={4.6} label="4.6 out of 5 stars" />);
  // Each star is 20 px wide.
  expect([...html.matchAll(/<svg width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
    20, 20, 20, 20, 12,
  ]);
});

test.each(['success', 'info', 'amber'] as const)(
  'a notice of the tone %s does not interrupt a screen reader',
  (tone) => {
    expect(renderToString(<Notice tone={tone} title="Note" />)).not.toContain('role=');
    expect(renderToString(<Notice tone={tone} title="Note" announced="title" />)).not.toContain('role=');
  },
);

test('a failure whose rest changes announces only its title', () => {
  const html = renderToString(
    <Notice tone="danger" title="The canary may fail" announced="title">
      Set 4
    </Notice>,
  );
  expect(html.match(/role="alert"[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(/^role="alert" [^>]*>The canary may fail$/),
  ]);
});

test('a browser that translates the page leaves the name of the brand as it is', () => {
  expect(renderToString(<Wordmark>Candela</Wordmark>)).toMatch(/^<span translate="no"/);
});
