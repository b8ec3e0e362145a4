import { readdirSync, readFileSync } from 'node:fs';

import { stagePaths } from './stage-paths.ts';

it('names the entry path of each stage and no other screen', () => {
  expect(stagePaths).toEqual({
    start: '/',
    offer: '/final',
    checkout: '/checkout',
    success: '/payment-success',
  });
});

it('is the only file of the contracts that names a path of a visitor', () => {
  const screenPath = /['"]\/(step-|stats-slide|info-|loading|final|checkout|payment-success)/;
  const naming = readdirSync(__dirname, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => screenPath.test(readFileSync(`${__dirname}/${name}`, 'utf8')));
  expect(naming).toEqual(['stage-paths.ts']);
});
