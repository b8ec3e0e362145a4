import { Badge } from '../badge.tsx';
import { FeatureList } from '../feature-list.tsx';
import { GuaranteeCard } from '../guarantee-card.tsx';
import { LinkButton } from '../link-button.tsx';
import { Notice } from '../notice.tsx';
import { ProgressRing } from '../progress-ring.tsx';
import { Progress } from '../progress.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Spinner } from '../spinner.tsx';
import { StarRating } from '../star-rating.tsx';
import type { Section } from './example.tsx';
import { de, en, type ExampleTexts } from './texts.ts';

const features = ({ feature, otherFeature }: ExampleTexts) =>
  [
    { icon: 'clock', text: feature },
    { icon: 'chat', text: otherFeature },
  ] as const;

const guarantee = ({ title, text, hint }: ExampleTexts) => (
  <GuaranteeCard title={title} text={text}>
    <LinkButton>{hint}</LinkButton>
  </GuaranteeCard>
);

export const messages: readonly Section[] = [
  {
    file: 'notice',
    examples: [
      ...(['success', 'info', 'amber', 'danger'] as const).map((tone) => ({
        state: tone,
        content: (
          <Notice tone={tone} title={en.toast}>
            {en.toastText}
          </Notice>
        ),
      })),
      { state: 'long text', content: <Notice tone="info">{`${en.long}. ${en.long}.`}</Notice> },
      {
        state: 'German',
        language: 'de',
        content: (
          <Notice tone="info" title={de.toast}>
            {de.long}
          </Notice>
        ),
      },
    ],
  },
  {
    file: 'badge',
    examples: [
      ...(['highlight', 'brand', 'outline', 'quiet'] as const).map((tone) => ({
        state: tone,
        content: <Badge tone={tone}>{en.badge}</Badge>,
      })),
      { state: 'German', language: 'de', content: <Badge>{de.badge}</Badge> },
    ],
  },
  {
    file: 'guarantee-card',
    examples: [
      { state: 'on its own', content: guarantee(en) },
      { state: 'long text', content: guarantee({ ...en, title: en.long, text: `${en.long}. ${en.long}.` }) },
      { state: 'German', language: 'de', content: guarantee(de) },
    ],
  },
  {
    file: 'feature-list',
    examples: [
      { state: 'rows', content: <FeatureList features={features(en)} /> },
      { state: 'card', content: <FeatureList card features={features(en)} /> },
      { state: 'long text', content: <FeatureList card features={[{ icon: 'book', text: en.long }]} /> },
      { state: 'German', language: 'de', content: <FeatureList card features={features(de)} /> },
    ],
  },
  {
    file: 'progress',
    examples: [0, 41, 100].map((value) => ({
      state: `${value}%`,
      content: <Progress label={en.progress} value={value} />,
    })),
  },
  {
    file: 'progress-ring',
    examples: [0, 41, 100].map((value) => ({
      state: `${value}%`,
      content: <ProgressRing value={value} text={`${value}%`} />,
    })),
  },
  {
    file: 'spinner',
    examples: [
      { state: 'brand', content: <Spinner>{en.loading}</Spinner> },
      { state: 'inherit', content: <Spinner tone="inherit">{en.loading}</Spinner> },
      { state: 'German', language: 'de', content: <Spinner>{de.loading}</Spinner> },
    ],
  },
  {
    file: 'skeleton',
    examples: [
      { state: 'line', content: <Skeleton /> },
      { state: 'block', content: <Skeleton shape="block" /> },
    ],
  },
  {
    file: 'star-rating',
    examples: [0, 3.5, 4.6, 5].map((value) => ({
      state: String(value),
      content: <StarRating value={value} label={en.stars} />,
    })),
  },
];
