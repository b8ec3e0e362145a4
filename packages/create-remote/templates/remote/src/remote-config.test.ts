import config from '../remote.config.ts';

it('prerenders every path that it owns', () => {
  expect(config.firstScreens.map(({ path }) => path)).toEqual(config.paths);
});
