import config from '../remote.config.ts';
import { en } from './content/en.ts';

it('prerenders every path that it owns, with the heading of the screen as its title', () => {
  expect(config.firstScreens.map(({ path }) => path)).toEqual(config.paths);
  expect(config.firstScreens.map(({ title }) => title)).toEqual([en.title]);
});
