import { noteOf } from './note.ts';

it('sends no empty note', () => {
  expect([noteOf('  '), noteOf(' why ')]).toEqual([{}, { note: 'why' }]);
});
