import { headingOf } from './heading-of.ts';

it.each([
  ['<div><h1 tabindex="-1" class="a">How old are you?</h1><h1>Other</h1></div>', 'How old are you?'],
  ['<h1>We&#x27;ll <b>ask</b> &quot;A &amp;lt; B&quot; &lt;now&gt;</h1>', 'We\'ll ask "A &lt; B" <now>'],
  ['<h2>No heading</h2>', ''],
])('the title of %s is %s', (html, title) => {
  expect(headingOf(html)).toBe(title);
});
