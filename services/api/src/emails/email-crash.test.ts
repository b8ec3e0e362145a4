import { join } from 'node:path';

import { aLead } from '../leads/a-lead.testkit.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { fastClock, kill, spawnProgram } from '../platform/program.testkit.ts';
import { createTestDatabase } from '../platform/service.testkit.ts';
import { startMailServer } from './mail-server.testkit.ts';

jest.setTimeout(120_000);

it.each(['sqlite', 'postgres'] as const)(
  'sends an email once if the service is killed between storing and sending, and while sending (%s)',
  async (engine) => {
    const testDatabase = await createTestDatabase[engine]();
    const [port, mailPort] = [await freePort(), await freePort()];
    const start = () =>
      spawnProgram(
        join(__dirname, '../main.ts'),
        {
          NODE_ENV: 'test',
          OPERATOR_PORT: '0',
          SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
          LOG_LEVEL: 'info',
          PORT: String(port),
          SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
          EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
          DATA_DIR: testDatabase.DATA_DIR,
          ...(testDatabase.DATABASE_URL && { DATABASE_URL: testDatabase.DATABASE_URL }),
        },
        // A lease of a minute ends after three seconds.
        { preload: fastClock(20).preload },
      );

    let service = await start();
    // No mail server is running, so the lead is stored and its email is not sent.
    const response = await fetch(`http://127.0.0.1:${port}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aLead()),
    });
    expect(response.status).toBe(202);
    await kill(service);

    // The whole message has arrived, but the mail server does not accept it before the next kill.
    let received: () => void = () => undefined;
    const isReceived = new Promise<void>((resolve) => (received = resolve));
    const stalling = await startMailServer({
      port: mailPort,
      beforeAccept: () => new Promise(() => received()),
    });
    service = await start();
    await isReceived;
    await kill(service);
    expect(stalling.messages).toEqual([]);
    await stalling.close();

    let accepted: () => void = () => undefined;
    const isAccepted = new Promise<void>((resolve) => (accepted = resolve));
    const working = await startMailServer({ port: mailPort, beforeAccept: async () => accepted() });
    service = await start();
    await isAccepted;
    await kill(service);
    expect(working.messages.map(({ subject }) => subject)).toEqual(['Your personalized trading plan']);
    await working.close();
    await testDatabase.remove();
  },
);
