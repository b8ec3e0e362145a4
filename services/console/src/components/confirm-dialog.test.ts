import { noteOf } from './confirm-dialog.tsx';

it('sends no empty note', () => {
  expect([noteOf('  '), noteOf(' why ')]).toEqual([{}, { note: 'why' }]);
});
