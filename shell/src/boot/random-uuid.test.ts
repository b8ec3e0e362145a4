import { randomUuid } from './random-uuid.ts';

it('is a random UUID of version 4 as RFC 9562 defines it, and never the same', () => {
  const ids = Array.from({ length: 1000 }, randomUuid);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(1000);
});
