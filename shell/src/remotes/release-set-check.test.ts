import { createReleaseSetCheck } from './release-set-check.ts';

const set = (id: string) => ({ id, number: 1, shell: '1.0.0', remotes: [], previous: [] });
const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });

it.each([
  ['stays where the set is the same', json(set('a')), 0],
  ['loads the page again where it is another', json(set('b')), 1],
  ['stays where the service cannot say', json(set('b'), 503), 0],
  ['stays where the answer is none', json('b'), 0],
  ['stays where nobody answers', () => Promise.reject(new Error('offline')), 0],
])('%s', async (_, fetchSet, times) => {
  const reloadPage = jest.fn();
  await createReleaseSetCheck({ setId: 'a', fetchSet, reloadPage })();
  expect(reloadPage).toHaveBeenCalledTimes(times);
});
