import { renderToStaticMarkup } from 'react-dom/server';

import { CompactButton } from './compact-button.tsx';

it('says why an action is not possible now, and keeps its button in the focus order', () => {
  const markup = renderToStaticMarkup(
    <CompactButton unavailable="Only an operator who may deploy can promote.">Promote</CompactButton>,
  );
  const [, attributes = ''] = /<button([^>]*)>Promote<\/button>/.exec(markup) ?? [];
  const [, id = ''] = /aria-describedby="([^"]+)"/.exec(attributes) ?? [];
  expect(attributes).toContain('aria-disabled="true"');
  expect(attributes).not.toContain(' disabled');
  expect(markup).toContain(`id="${id}"`);
  expect(new RegExp(`<span id="${id}"[^>]*>([^<]*)`).exec(markup)?.[1]).toBe(
    'Only an operator who may deploy can promote.',
  );
});
