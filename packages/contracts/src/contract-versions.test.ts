import { acceptedUntil } from './contract-versions.ts';

it('says until when a shell serves a contract, and nothing without a decided end or for an unknown contract', () => {
  const versions = [
    { contract: 1, acceptedUntil: '2027-06-30' },
    { contract: 2, acceptedUntil: null },
  ];
  expect([1, 2, 3].map((contract) => acceptedUntil(versions, contract))).toEqual(['2027-06-30', null, null]);
});
