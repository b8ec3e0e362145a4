import { createHttpClient } from '@funnel/service-kit/http/http-client';

import { startPaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverDue } from '../deliveries/deliver-due.ts';
import { createDestinations } from '../destinations.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { enqueuePlanEmails } from './enqueue-emails.ts';
import { startMailServer } from './mail-server.testkit.ts';

describeOnEachEngine('the plan of a mailbox', (open) => {
  it('is that of the last of its leads, if several are stored at once', async () => {
    const mail = await startMailServer();
    const http = createHttpClient({ allowPrivateDestinations: true });
    const database = await open();
    const funnel = await startPaidFunnel(database, {
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@candela.example',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
    });
    const lead = { specialGoal: null, origin: 'https://quiz.example.com', visitId: 'a-visit', setId: null };
    await enqueuePlanEmails(funnel.app.context, database.db, [
      {
        ...lead,
        email: 'ada@example.com',
        locale: 'en',
        quizAnswers: { 'Daily Time Commitment': '5 min/day' },
      },
      {
        ...lead,
        email: 'Ada@example.com',
        locale: 'de',
        quizAnswers: { 'Daily Time Commitment': '20 min/day' },
      },
    ]);
    for (const destination of createDestinations(funnel.app.context))
      await deliverDue(funnel.app.context, http, destination);
    expect(mail.messages.map(({ text }) => /(\d+)\sMinuten/.exec(text ?? '')?.[1])).toEqual(['20']);
    await Promise.all([funnel.close(), mail.close(), http.close()]);
  });
});
