import { startPaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { startMailServer } from './mail-server.testkit.ts';

describeOnEachEngine('an email that the mail server has rejected for now', (open) => {
  it('has the same Message-ID in every attempt, by which a mail server recognizes what it has already', async () => {
    let status = 451;
    const mail = await startMailServer({ statusOfMessage: () => status });
    const funnel = await startPaidFunnel(await open(), {
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@candela.example',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
    });
    const deliver = () => deliverAllDue(funnel.app);
    expect((await funnel.app.post('/api/leads', aLead())).status).toBe(202);
    await deliver();
    funnel.advance(3_600_000);
    await deliver();
    status = 250;
    funnel.advance(3_600_000);
    await deliver();
    const sent = [...mail.rejected, ...mail.messages].map(({ messageId }) => messageId);
    expect([mail.rejected.length, mail.messages.length, new Set(sent).size]).toEqual([2, 1, 1]);
    expect(sent[0]).toMatch(/@candela\.example>$/);
    await Promise.all([funnel.close(), mail.close()]);
  });
});
