import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { languages } from '../content/content.ts';
import { ThankYou } from './thank-you.tsx';

const paidWith = (taxMinor: number | undefined) =>
  ({
    amount: { amountMinor: 1999, currency: 'USD' },
    taxMinor,
    sessionId: 'cs_1',
    activationToken: undefined,
  }) as const;

const factsOf = (taxMinor: number | undefined, shell: Parameters<typeof markupOf>[1] = {}) => {
  const paid = paidWith(taxMinor);
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} paid={paid} />, shell);
  const text = (html = '') => html.replace(/<button.*?<\/button>/g, '').replace(/<[^>]+>/g, '');
  return [...markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [
    name,
    text(value),
  ]);
};

it('shows the amount with the tax that it includes', () => {
  expect(factsOf(319)).toEqual([
    ['Plan', '4-WEEK PLAN'],
    ['Transaction ID', expect.stringMatching(/^cs_1/)],
    ['Paid today', '$19.99'],
    ['Tax included', '$3.19'],
  ]);
});

it('shows no tax if none is calculated', () => {
  expect(factsOf(undefined).map(([name]) => name)).toEqual(['Plan', 'Transaction ID', 'Paid today']);
});

it('has the names and the amounts of the language of the page', async () => {
  await languages.de?.();
  expect(
    factsOf(319, { locale: 'de' }).map((fact) => fact.map((text = '') => text.replace('\u00a0', ' '))),
  ).toEqual([
    ['Plan', '4-WOCHEN-PLAN'],
    ['Transaktionsnummer', expect.stringMatching(/^cs_1/)],
    ['Heute bezahlt', '19,99 $'],
    ['Darin enthaltene Steuer', '3,19 $'],
  ]);
});

it('has the whole transaction id, once, and lets no browser translate it', () => {
  const id = 'cs_test_a1B2c3D4e5F6g7H8i9J0';
  const paid = { ...paidWith(undefined), sessionId: id };
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} paid={paid} />);
  expect([...markup.matchAll(/<span translate="no"[^>]*>(cs_.*?)<\/span>/g)].map(([, text]) => text)).toEqual(
    [id],
  );
  expect(markup.split(id)).toHaveLength(2);
});

it('shows no amount without a session', () => {
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} />);
  expect(markup).not.toMatch(/<dl|19[.,]99|[$€]/);
});

it('leads to the customer portal only after a payment that the service has confirmed', () => {
  const { config } = noopShell;
  const shell = {
    config: { ...config, links: { ...config.links, portalLogin: 'https://portal.example/login' } },
  };
  const paid = paidWith(undefined);
  const portal = 'href="https://portal.example/login"';
  const withPortal = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} paid={paid} />, shell);
  expect(withPortal).toContain(`${portal} target="_blank" rel="noopener noreferrer"`);
  expect(withPortal).toContain('cancel in your profile settings or with our payment provider');
  expect(markupOf(<ThankYou planName="4-WEEK PLAN" email={null} />, shell)).not.toContain(portal);
});

it('leads to the app and the support email of the settings', () => {
  const { config } = noopShell;
  const links = { ...config.links, app: 'https://learn.example', supportEmail: 'help@learn.example' };
  const paid = { ...paidWith(undefined), activationToken: 'a-token' };
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} paid={paid} />, {
    config: { ...config, links },
  });
  const targets = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, target]) => target);
  expect(targets).toEqual([
    'https://learn.example/activate-account?token=a-token',
    'https://learn.example',
    'mailto:help@learn.example',
  ]);
});

it('encodes the token of the activation link', () => {
  const paid = { ...paidWith(undefined), activationToken: 'a+b/c=' };
  expect(markupOf(<ThankYou planName="4-WEEK PLAN" email={null} paid={paid} />)).toContain(
    '/activate-account?token=a%2Bb%2Fc%3D"',
  );
});

it('names the email to which the confirmation goes, or none if it is not known', () => {
  const confirmationTo = (email: string | null) =>
    /We have sent a confirmation email to [^<]*/.exec(
      markupOf(<ThankYou planName="4-WEEK PLAN" email={email} />),
    )?.[0];
  expect(confirmationTo('v@example.com')).toBe('We have sent a confirmation email to v@example.com.');
  expect(confirmationTo(null)).toBe('We have sent a confirmation email to your email address.');
});
