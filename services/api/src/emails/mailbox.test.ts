import { mailboxOf } from './mailbox.ts';

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada@example.com. ', 'ada@example.com'],
  ['ada+1@example.com', 'ada@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['ada@ｅxample.com', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ["o'hara@example.com", "o'hara@example.com"],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
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
  expect(mailboxOf(email)).toBeNull();
});
