import { startPaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { startMailServer } from './mail-server.testkit.ts';

const timeoutSignal = AbortSignal.timeout.bind(AbortSignal);

describeOnEachEngine('a mail server that answers each command slowly', (open) => {
  afterEach(() => jest.restoreAllMocks());

  it('is left before the lease of the email ends, and gets no message that it could accept later', async () => {
    // The three answers take longer than the limit, which is shorter in this test, and each of them is in time.
    const mail = await startMailServer({ answersAfterMs: 200 });
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeoutSignal(300));
    const database = await open();
    const funnel = await startPaidFunnel(database, {
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@candela.example',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
    });
    expect((await funnel.app.post('/api/leads', aLead())).status).toBe(202);
    await deliverAllDue(funnel.app);
    expect(timeout.mock.calls).toEqual([[25_000]]);
    const rows = await database.db.selectFrom('outbox').select(['state', 'attempts', 'last_error']).execute();
    expect(rows).toEqual([{ state: 'waiting', attempts: 1, last_error: 'EABORT' }]);
    await Promise.all([funnel.close(), mail.close()]);
    expect(mail.messages).toEqual([]);
  });
});
