import { shownClaim } from '@funnel/contracts/claims';
import { useShell } from '@funnel/shell-kit/shell-context';
import { FeatureList } from '@funnel/ui/feature-list';

import { useContent } from '../content/content.ts';
import { Section } from './section-head.tsx';

export function Benefits() {
  const { config } = useShell();
  const { benefits, claims } = useContent();
  const features = benefits.items.flatMap(({ icon, text, claim }) => {
    const shownText = claim ? shownClaim(claim, config.claims, claims)?.text : text;
    return shownText ? [{ icon, text: shownText }] : [];
  });

  return (
    <Section title={benefits.title}>
      <FeatureList features={features} />
    </Section>
  );
}
