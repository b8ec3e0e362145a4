import { startPaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { startMailServer } from './mail-server.testkit.ts';

describeOnEachEngine('a mail server that takes one command at a time', (open) => {
  it('gets no more emails while it closes, whatever their recipient is', async () => {
    const mail = await startMailServer({ hidePIPELINING: true, statusOf: () => 421 });
    const database = await open();
    const funnel = await startPaidFunnel(database, {
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@candela.example',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
    });
    for (const name of ['ada', 'bea', 'cleo', 'dora']) {
      expect((await funnel.app.post('/api/leads', aLead({ email: `${name}@example.com` }))).status).toBe(202);
      await deliverAllDue(funnel.app);
    }
    const emails = database.db.selectFrom('outbox').select(['attempts', 'last_error']).orderBy('attempts');
    const attempted = { attempts: 1, last_error: 'EENVELOPE 421' };
    expect(await emails.execute()).toEqual([
      { attempts: 0, last_error: null },
      attempted,
      attempted,
      attempted,
    ]);
    await Promise.all([funnel.close(), mail.close()]);
  });
});
