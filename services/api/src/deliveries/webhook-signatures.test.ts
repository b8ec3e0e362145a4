import { createSignedWebhook } from '@funnel/service-kit/jobs/signed-webhook';
import { Webhook } from 'standardwebhooks';

import { createDestinations } from '../destinations.ts';
import { readConfig } from '../platform/config.ts';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

describe('the signatures of a webhook', () => {
  const [oldSecret, newSecret, otherSecret] = [secretOf(1), secretOf(2), secretOf(3)];
  const payload = '{"email":"ada@example.com"}';
  const nowMs = Date.now();

  function requestWith(secrets: readonly string[]) {
    const url = 'https://app.example.com/hook';
    const row = { id: 'lead_1', payload, attempts: 1, created_at: nowMs };
    const request = createSignedWebhook({ name: 'webhook', url, secrets }).request(row, nowMs);
    if ('status' in request) throw new Error(request.reason);
    return request;
  }
  const isAccepted = (secret: string, headers: Readonly<Record<string, string>>) => {
    try {
      new Webhook(secret).verify(payload, { ...headers });
      return true;
    } catch {
      return false;
    }
  };

  it.each([
    ['before a rotation', [oldSecret], [true, false, false]],
    ['during a rotation', [newSecret, oldSecret], [true, true, false]],
    ['after a rotation', [newSecret], [false, true, false]],
  ])('%s are accepted by the receivers with a current secret', (_, secrets, accepted) => {
    const { headers } = requestWith(secrets);
    expect([oldSecret, newSecret, otherSecret].map((secret) => isAccepted(secret, headers))).toEqual(
      accepted,
    );
  });

  it('are those that the standardwebhooks package makes, separated by a space', () => {
    const sign = (secret: string) => new Webhook(secret).sign('lead_1', new Date(nowMs), payload);
    expect(requestWith([newSecret, oldSecret]).headers['webhook-signature']).toBe(
      `${sign(newSecret)} ${sign(oldSecret)}`,
    );
  });

  it('come with 20 seconds to answer', () => {
    expect(requestWith([newSecret]).timeoutMs).toBe(20_000);
  });

  it('use every secret of LEAD_WEBHOOK_SECRET and of APP_WEBHOOK_SECRET', () => {
    const [leads, app] = ['LEAD', 'APP'].map((name) => ({
      [`${name}_WEBHOOK_URL`]: 'https://app.example.com/hook',
      [`${name}_WEBHOOK_SECRET`]: `${newSecret}, ${oldSecret}`,
    }));
    const config = readConfig({ NODE_ENV: 'test', ...leads, ...app });
    const signatures = createDestinations({ config, keys: () => 'unused' }).map((destination) => {
      if ('send' in destination) return [];
      const made = destination.request({ id: 'lead_1', payload, attempts: 1, created_at: nowMs }, nowMs);
      return 'status' in made ? [] : made.headers['webhook-signature']?.split(' ');
    });
    expect(signatures).toEqual([
      [expect.stringMatching(/^v1,/), expect.stringMatching(/^v1,/)],
      [expect.stringMatching(/^v1,/), expect.stringMatching(/^v1,/)],
    ]);
  });
});
