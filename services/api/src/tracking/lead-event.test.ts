import { aLead } from '../leads/a-lead.testkit.ts';
import type { AdContext } from './conversions/conversion.ts';
import { leadEvent } from './lead-event.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const adContext: AdContext = {
  origin: 'https://quiz.example.com',
  address: '203.0.113.7',
  agent: 'Browser/1',
  attribution: {},
  browserIds: {},
  currency: 'EUR',
  consent: 'granted',
};
const leadId = '421bb8d7-0bf8-482c-97be-36999c449c9a';
const eventOf = (step: string) => {
  const lead = aLead({ leadId, step, timestamp: new Date(nowMs).toISOString() });
  return leadEvent({ lead, visitId: 'visit-1', setId: 'set-1', adContext }, nowMs);
};

it.each([
  ['Email Step (17)', '/step-17'],
  ['Email Step (5)', '/step-5'],
  ['Step (17) of a quiz', '/'],
  ['Something else', '/'],
])('tells ad platforms that a lead of the step %s was sent from %s', (step, path) => {
  expect(eventOf(step).conversion?.url).toBe(`https://quiz.example.com${path}`);
});

it('stores with the event which lead it is', () => {
  const { event } = eventOf('Checkout');
  expect(JSON.parse(event.payload)).toEqual({ leadId });
});
