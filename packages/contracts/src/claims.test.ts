import { claims, shownClaim } from './claims.ts';

it('shows a claim with its footnote', () => {
  expect(shownClaim('goalGain', 'all')).toEqual({
    text: '+75%',
    footnote: 'This is not a guarantee or promise of results.',
  });
});

it('leaves out exactly the claims without a source if the setting is strict', () => {
  const ids = [
    'users',
    'usersChose',
    'worriedAboutFuture',
    'reviewScore',
    'usersChoice',
    'goalGain',
    'twiceTheResults',
    'lessonCount',
  ] as const;
  expect([...ids].sort()).toEqual(Object.keys(claims).sort());
  // None of the eight has a source today.
  for (const id of ids) {
    expect(shownClaim(id, 'strict')).toBeNull();
    expect(shownClaim(id, 'all')).not.toBeNull();
  }
});
