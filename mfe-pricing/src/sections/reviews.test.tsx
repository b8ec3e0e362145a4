import { markupOf } from '@funnel/shell-kit/markup';

import { Reviews } from './reviews.tsx';

it('shows three testimonials, each with a name and stars, and one of them with 4 of 5', () => {
  const testimonials = [...markupOf(<Reviews />).matchAll(/<figure>(.*?)<\/figure>/g)];
  const shown = testimonials.map(([, testimonial = '']) => ({
    stars: /aria-label="(\d) of 5 stars"/.exec(testimonial)?.[1],
    hasName: /<span>[\p{L} .]+<\/span>/u.test(testimonial),
    hasText: /<p>[^<]+<\/p><\/blockquote>/.test(testimonial),
  }));
  expect(shown).toHaveLength(3);
  expect(shown.map(({ stars }) => stars).toSorted()).toEqual(['4', '5', '5']);
  expect(shown.every(({ hasName, hasText }) => hasName && hasText)).toBe(true);
});

it('lets the keyboard scroll the testimonials, and names their region', () => {
  expect(markupOf(<Reviews />)).toMatch(
    /<div [^>]*role="region" aria-label="What learners say" tabindex="0"/i,
  );
});
