import { classifyWebhookResponse, createSignedWebhook } from './signed-webhook.ts';

const classify = (status: number) => classifyWebhookResponse({ status, headers: {}, body: '' }, 0);

it.each([200, 204, 299])('has delivered if the receiver answers %i', (status) => {
  expect(classify(status)).toEqual({ status: 'delivered' });
});

it('stops if the receiver answers that it is gone', () => {
  expect(classify(410)).toEqual({ status: 'stopped', reason: 'status 410' });
});

it.each([400, 401, 404, 422])('repeats what the receiver rejects with %i, as one that works', (status) => {
  expect(classify(status)).toMatchObject({
    status: 'retryable',
    reason: `status ${status}`,
    isReceiverUp: true,
  });
});

it.each([199, 300, 302, 408, 425, 429, 500, 503])(
  'takes a receiver that answers %i for one that is down',
  (status) => {
    expect(classify(status)).toMatchObject({ status: 'retryable', isReceiverUp: false });
  },
);

it('sends the payload unchanged as JSON', () => {
  const { request } = createSignedWebhook({
    name: 'leads',
    url: 'https://a.example/hook',
    secrets: ['whsec_c2VjcmV0'],
  });
  const delivery = { id: 'lead_1', payload: '{"a": 1}', attempts: 1, created_at: 0 };
  expect(request(delivery, 1_700_000_000_999)).toMatchObject({
    url: 'https://a.example/hook',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'lead_1',
      'webhook-timestamp': '1700000000',
    },
    body: '{"a": 1}',
  });
});
