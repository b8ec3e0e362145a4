import { suggestEmail } from './email-suggestion.ts';

test.each([
  ['name@gmial.com', 'name@gmail.com'],
  ['name@gmail.con', 'name@gmail.com'],
  ['Name@Gmail.cm', 'Name@gmail.com'],
  ['name@hotmial.com', 'name@hotmail.com'],
  ['name@yaho.com', 'name@yahoo.com'],
  ['name@outlok.com ', 'name@outlook.com'],
  // Invisible characters come with a pasted email.
  ['\u200ename@gmial.com\u200b', 'name@gmail.com'],
  // An ending of no country, and one of a country with hardly any visitors.
  ['name@gmx.ed', 'name@gmx.de'],
  ['name@outlook.cm', 'name@outlook.com'],
  ['name@iclould.com', 'name@icloud.com'],
  // Two letters are wrong.
  ['name@gmal.cm', 'name@gmail.com'],
  // Two neighboring letters have changed places, which is one mistake.
  ['name@wbe.de', 'name@web.de'],
  ['name@lvie.com', 'name@live.com'],
  // Punctuation after the email, such as the dot that a phone's keyboard types for two spaces.
  ['name@gmail.com.', 'name@gmail.com'],
  ['name@candela.net. ', 'name@candela.net'],
  ['name@gmial.com.', 'name@gmail.com'],
  ['name@candela.example,', 'name@candela.example'],
  ['name@gmail.com;.', 'name@gmail.com'],
  // The address of a copied link.
  ['mailto:name@candela.example', 'name@candela.example'],
  ['MAILTO:name@gmial.com', 'name@gmail.com'],
  // The nearest one: gmail.com is two mistakes away.
  ['name@yamil.com', 'name@ymail.com'],
])('for %s it suggests %s', (typed, expected) => {
  expect(suggestEmail(typed)).toBe(expected);
});

test.each([
  ['name@gmail.co', 'name@gmail.com'],
  ['name@hotmail.co', 'name@hotmail.com'],
  ['name@icloud.co', 'name@icloud.com'],
])('for %s it suggests %s only when it is no longer being typed', (typed, expected) => {
  expect(suggestEmail(typed)).toBe(expected);
  expect(suggestEmail(typed, { isTyping: true })).toBeNull();
});

test.each([
  'name@gmail.com',
  'name@gmail.c',
  'name@gmail',
  'name@',
  '',
  'name@ymail.com',
  'name@gmx.de',
  'name@gmx.at',
  'name@yahoo.fr',
  'name@yahoo.ca',
  'name@yahoo.co.in',
  'name@yahoo.com.br',
  'name@hotmail.ca',
  'name@outlook.de',
  'name@candela.example',
  // The next part of the domain may follow.
  'name@mail.candela.',
  'name@gmail.',
  'name@,',
  'mailto:name@candela',
  'name,',
  // Two mistakes in a short domain.
  'name@lve.cm',
  'name@exb.de',
  'name@xwb.de',
  // Two letters have changed places, and three more are wrong.
  'name@gmial.xyz',
  'name@gmial.co1',
  'first last@gmial.com',
  'name@gmial.com x',
  `name@${'gmail'.repeat(40)}.com`,
])('suggests nothing for "%s"', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
