import { mailboxKeys } from './mailbox-keys.ts';

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada@example.com. ', 'ada@example.com'],
  ['ada+1@example.com', 'ada@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['ada@ｅxample.com', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ["o'hara@example.com", "o'hara@example.com"],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxKeys(email)).toEqual([mailbox]);
});

it.each([
  ['a.d.a@gmail.com', 'a.d.a@gmail.com'],
  ['A.da+news@googlemail.com', 'a.da@googlemail.com'],
])('%s is the mailbox ada@gmail.com, and was %s before', (email, withDots) => {
  expect(mailboxKeys(email)).toEqual(['ada@gmail.com', withDots]);
});

it.each([
  '<ada@example.com',
  'ada@example.com>',
  '\u0001ada@example.com',
  '"ada"@example.com',
  'ada,eve@example.com',
  'ada(x)@example.com',
  'ada@exa<mple.com',
  '',
])('nothing is sent to %j', (email) => {
  expect(mailboxKeys(email)).toEqual([]);
});
