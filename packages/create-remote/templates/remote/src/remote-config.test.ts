import config from '../remote.config.ts';

it('prerenders every path that it owns, or states its title', () => {
  const described = [...config.firstScreens.map(({ path }) => path), ...Object.keys(config.titles)];
  expect(described.toSorted()).toEqual(config.paths.toSorted());
});
