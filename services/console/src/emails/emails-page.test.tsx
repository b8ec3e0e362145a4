import type { LocalEmails } from '@funnel/contracts/local-emails';
import type { Permission } from '@funnel/contracts/operators';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { AnnouncementProvider } from '../components/announcement.tsx';
import { Layout } from '../layout/layout.tsx';
import { EmailSheet } from './email-sheet.tsx';
import { EmailsPage } from './emails-page.tsx';

const email = {
  id: 'email_plan_1',
  to: 'vera@example.com',
  subject: 'Your personalized trading plan',
  text: 'Your goal: Buy a house',
  html: '<p>Your goal: Buy a house</p>',
  // Noon where the test runs, because the page shows local time.
  createdAt: new Date(2026, 0, 15, 12).getTime(),
};

/** The console with the page, as an operator with these permissions sees it. */
async function markupWith(
  emails: LocalEmails['emails'],
  permissions: readonly Permission[] = ['read-analytics', 'read-personal-data'],
): Promise<string> {
  const store = createConsoleStore();
  await store.dispatch(consoleApi.util.upsertQueryData('localEmails', undefined, { emails }));
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter>
        <AnnouncementProvider>
          <Layout
            operator={{ name: 'ada', preset: 'admin', permissions: [...permissions] }}
            onSignOut={() => undefined}
          >
            <EmailsPage />
          </Layout>
        </AnnouncementProvider>
      </MemoryRouter>
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(consoleApi.util.resetApiState());
  return markup;
}

const link = /<a [^>]*href="\/emails"/;

it('lists each email with subject, recipient and time, closed', async () => {
  const markup = await markupWith([email]);
  expect(markup).toContain('<strong>Your personalized trading plan</strong>');
  expect(markup).toContain('>vera@example.com<');
  expect(markup).toMatch(/<time [^>]*>.*15 Jan 2026/);
  expect(markup).toContain(
    'aria-label="Open &quot;Your personalized trading plan&quot; to vera@example.com"',
  );
  expect(markup).not.toContain('<iframe');
});

it('is in the navigation if there is a local mailbox, also an empty one', async () => {
  expect(await markupWith([email])).toMatch(link);
  const empty = await markupWith([]);
  expect(empty).toMatch(link);
  expect(empty).toContain('No emails yet.');
});

it('is not in the navigation without a local mailbox, or for operators who may not read personal data', async () => {
  const markup = await markupWith(null);
  expect(markup).not.toMatch(link);
  expect(markup).toContain('This service has no local mailbox.');
  expect(await markupWith([email], ['read-analytics'])).not.toMatch(link);
});

it('shows an email without any permission, so that it runs no script and does not see the console', () => {
  const markup = renderToStaticMarkup(<EmailSheet email={email} onClose={() => undefined} />);
  const [frame = ''] = /<iframe[^>]*>/.exec(markup) ?? [];
  expect(frame).toContain(' sandbox=""');
  expect(frame).toContain(' src="/api/deliveries/emails/email_plan_1"');
});
