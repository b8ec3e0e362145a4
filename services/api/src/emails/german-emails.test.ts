import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { createTestDatabase } from '../platform/service.testkit.ts';
import { startMailServer } from './mail-server.testkit.ts';

const quizAnswers = {
  'Trading Experience': 'NO',
  'Trading Knowledge': "I've heard about it",
  'Daily Time Commitment': '15 min/day',
};

/** What German and English emails have in common: brand, names, loanwords, and words that happen to be spelled alike. */
const sharedWords = [
  'candela',
  'chart',
  'coach',
  'in',
  'loss',
  'order',
  'plan',
  'simulator',
  'spread',
  'stop',
  'trading',
  'trend',
];

describe('emails in German', () => {
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase.sqlite>>;
  let database: Database;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    testDatabase = await createTestDatabase.sqlite();
    database = await openDatabase(testDatabase);
    mail = await startMailServer();
    funnel = await startPaidFunnel(database, {
      SMTP_URL: mail.url,
      EMAIL_POSTAL_ADDRESS: 'Postfach 1',
    });
  });
  afterAll(async () => {
    await Promise.all([funnel.close(), mail.close()]);
    await database.close();
    await testDatabase.remove();
  });

  /** Delivers what is due and returns its last email. */
  const deliver = async () => {
    mail.messages.length = 0;
    await deliverAllDue(funnel.app);
    return mail.messages.at(-1);
  };
  let visitors = 0;
  const sendPlan = async (locale: string) => {
    const { cookie } = await startVisit(funnel.app, 'EUR');
    const lead = aLead({ email: `reader-${visitors++}@example.com`, quizAnswers });
    const headers = { cookie, 'x-locale': locale };
    expect((await funnel.app.post('/api/leads', lead, headers)).status).toBe(202);
    return deliver();
  };
  const sendConfirmation = async (locale: string) => {
    const visit = await startVisit(funnel.app, 'EUR');
    const quizState = { quizAnswers, specialGoal: null, email: null };
    const body = { email: `buyer-${visitors++}@example.com`, quizState };
    const response = await visit.post(body, { 'x-locale': locale });
    const { sessionId } = await response.json();
    await deliver();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId, { id: `evt_${sessionId}` });
    await funnel.processEvents();
    return { sessionId, message: await deliver() };
  };
  /** Subject and text in lower case without emails and URLs, as different words. */
  const wordsOf = (message: { subject?: string | undefined; text?: string | undefined } | undefined) =>
    new Set(
      `${message?.subject} ${message?.text}`
        .replaceAll(/\S*[@_]\S*|https?:\S+|Postfach 1/g, '')
        .toLowerCase()
        .match(/\p{L}+/gu),
    );

  it('sends the personal plan in German, with the recorded goal in German', async () => {
    const message = await sendPlan('de');
    expect(message?.subject).toBe('Ihr persönlicher Trading-Plan');
    expect(message?.html).toContain('<html lang="de">');
    for (const body of [message?.text, String(message?.html)]) {
      expect(body).toContain('Ihr Ziel: Ein Haus kaufen');
      // 5 + 12 + 12
      expect(body).toContain('Ihre Erfolgseinschätzung: 29 von 100\u00a0Punkten');
      expect(body).toContain('für 7\u00a0Tage, etwa 15\u00a0Minuten am Tag:');
      expect(body).toContain(
        'Tag\u00a01: Lernen Sie fünf Begriffe: Order, Spread, Stop-Loss, Volumen und Trend.',
      );
      expect(body).toContain('Nur zu Bildungszwecken. Trading birgt ein hohes Risiko, Kapital zu verlieren.');
      expect(body).toContain('Diese E-Mails abbestellen');
    }
  });

  it('sends the confirmation in German, with German prices and the notice that the buyer saw', async () => {
    const { sessionId, message } = await sendConfirmation('de');
    expect(message?.subject).toBe('Zahlung erfolgreich!');
    expect(message?.html).toContain('<html lang="de">');
    for (const body of [message?.text, String(message?.html)]) {
      expect(body).toContain('Vielen Dank für Ihren Kauf: 4-WOCHEN-PLAN.');
      expect(body).toContain('Heute bezahlt: 19,99\u00a0€');
      expect(body).toContain(
        'Erste 4\u00a0Wochen für 19,99\u00a0€, danach alle 4\u00a0Wochen 39,99\u00a0€ bis zur Kündigung.',
      );
      expect(body).toContain(`Transaktionsnummer: ${sessionId}`);
      expect(body).toContain(
        'Jederzeit in Ihren Profileinstellungen kündbar, bis 24\u00a0Stunden vor Ende des Zeitraums.',
      );
    }
  });

  it('contains no word of the English emails but the brand, names and loanwords', async () => {
    const english = [await sendPlan('en'), (await sendConfirmation('en')).message];
    const german = [await sendPlan('de'), (await sendConfirmation('de')).message];
    const englishWords = new Set(english.flatMap((message) => [...wordsOf(message)]));
    const germanWords = new Set(german.flatMap((message) => [...wordsOf(message)]));
    expect(germanWords.size).toBeGreaterThan(100);
    expect([...germanWords].filter((word) => englishWords.has(word)).toSorted()).toEqual(sharedWords);
  });

  it.each([
    [
      'de',
      'en-US,en;q=0.9',
      'Möchten Sie keine E-Mails zu Ihrem Plan mehr erhalten?',
      'Sie haben die E-Mails abbestellt.',
    ],
    ['en', 'de-DE,de;q=0.9', 'Stop receiving emails about your plan?', 'You are unsubscribed.'],
  ])(
    'asks the reader of an email in %s before unsubscribing, in that language, although the browser prefers %s',
    async (language, accepted, question, result) => {
      const message = await sendPlan(language);
      const path = /\/api\/unsubscribe\S+/.exec(message?.text ?? '')?.[0] ?? '';
      const headers = { 'accept-language': accepted };
      const asked = await (await funnel.app.request(path, { headers })).text();
      expect(asked).toContain(`<html lang="${language}">`);
      expect(asked).toContain(question);
      const done = await funnel.app.request(path, { method: 'POST', headers });
      expect(await done.text()).toContain(result);
    },
  );

  it('leads to the offer in the language of the email', async () => {
    const message = await sendPlan('de');
    const link = `${funnel.app.origin}/final?lang=de`;
    expect(message?.text?.split(/\s+/)).toContain(link);
    expect(message?.html).toContain(`<a href="${link}">`);
  });
});
