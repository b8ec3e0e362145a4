import { renderToStaticMarkup } from 'react-dom/server';

import { Sparkline } from './sparkline.tsx';

it.each([[[0, 0, 0]], [[3]], [[]]])('draws no line for %j', (values) => {
  expect(renderToStaticMarkup(<Sparkline values={values} from="2026-01-01" to="2026-01-03" />)).toBe('');
});
