import { Badge } from '../badge.tsx';
import { Button, ButtonLink } from '../button.tsx';
import { ChoiceGrid, ChoiceTile } from '../choice-tile.tsx';
import { LinkButton } from '../link-button.tsx';
import { OptionGroup, OptionRow } from '../option-row.tsx';
import { RadioCard, RadioCards } from '../radio-cards.tsx';
import { Tabs } from '../tabs.tsx';
import { forcedExamples, noop, type Section } from './example.tsx';
import { de, en, type ExampleTexts } from './texts.ts';

const button: Section = {
  file: 'button',
  examples: [
    { state: 'primary', content: <Button>{en.continue}</Button> },
    ...forcedExamples(<Button>{en.continue}</Button>),
    { state: 'disabled', content: <Button disabled>{en.continue}</Button> },
    { state: 'busy', content: <Button busy>{en.continue}</Button> },
    { state: 'secondary', content: <Button tone="secondary">{en.cancel}</Button> },
    ...forcedExamples(<Button tone="secondary">{en.cancel}</Button>, 'secondary, '),
    {
      state: 'secondary, disabled',
      content: (
        <Button tone="secondary" disabled>
          {en.cancel}
        </Button>
      ),
    },
    { state: 'quiet', content: <Button tone="quiet">{en.cancel}</Button> },
    ...forcedExamples(<Button tone="quiet">{en.cancel}</Button>, 'quiet, '),
    {
      state: 'quiet, disabled',
      content: (
        <Button tone="quiet" disabled>
          {en.cancel}
        </Button>
      ),
    },
    { state: 'link', content: <ButtonLink href="#button">{en.continue}</ButtonLink> },
    { state: 'long text', content: <Button>{en.long}</Button> },
    { state: 'German', language: 'de', content: <Button>{de.continue}</Button> },
  ],
};

const linkButton: Section = {
  file: 'link-button',
  examples: [
    { state: 'default', content: <LinkButton>{en.title}</LinkButton> },
    ...forcedExamples(<LinkButton>{en.title}</LinkButton>),
    { state: 'long text', content: <LinkButton>{en.long}</LinkButton> },
    { state: 'German', language: 'de', content: <LinkButton>{de.title}</LinkButton> },
  ],
};

const optionRow: Section = {
  file: 'option-row',
  examples: [
    {
      state: 'group',
      content: (
        <OptionGroup labelledBy="option-row">
          <OptionRow icon="user" label={en.option} />
          <OptionRow icon="user" label={en.option} pressed />
        </OptionGroup>
      ),
    },
    ...forcedExamples(<OptionRow icon="user" label={en.option} />),
    { state: 'selected', content: <OptionRow icon="user" label={en.option} pressed /> },
    { state: 'without an icon', content: <OptionRow label={en.option} /> },
    { state: 'long text', content: <OptionRow icon="chart" label={en.long} pressed /> },
    { state: 'German', language: 'de', content: <OptionRow icon="chart" label={de.long} /> },
  ],
};

const tile = (label: string, checked = false) => (
  <ChoiceTile label={label} picture={label.slice(0, 1)} checked={checked} onToggle={noop} />
);

const choiceTile: Section = {
  file: 'choice-tile',
  examples: [
    {
      state: 'grid',
      content: (
        <ChoiceGrid labelledBy="choice-tile">
          {tile(en.company)}
          {tile(en.feature, true)}
        </ChoiceGrid>
      ),
    },
    ...forcedExamples(tile(en.company)),
    { state: 'selected', content: tile(en.company, true) },
    { state: 'long text', content: tile(en.long) },
    { state: 'German', language: 'de', content: tile(de.long, true) },
  ],
};

const plans = (texts: ExampleTexts, value: 'one' | 'other', detail = texts.planDetail) => (
  <RadioCards label={texts.plans} value={value} values={['one', 'other']} onChange={noop}>
    <RadioCard
      value="one"
      title={texts.plan}
      detail={detail}
      badge={texts.badge}
      saving={<Badge tone="outline">{texts.saving}</Badge>}
      struck={<s>{texts.struck}</s>}
      price={texts.price}
      priceNote={texts.perDay}
    />
    <RadioCard value="other" title={texts.otherPlan} price={texts.otherPrice} />
  </RadioCards>
);

const radioCards: Section = {
  file: 'radio-cards',
  examples: [
    { state: 'first selected', content: plans(en, 'one') },
    { state: 'second selected', content: plans(en, 'other') },
    ...forcedExamples(plans(en, 'other')),
    { state: 'long text', content: plans(en, 'one', en.long) },
    { state: 'German', language: 'de', content: plans(de, 'one') },
  ],
};

const low = { width: 375, height: 160 };

const tabs = (texts: ExampleTexts, isShort = false) => (
  <Tabs
    label={texts.title}
    value="0"
    onChange={noop}
    tabs={texts.tabs.map((label, value) => ({
      value: String(value),
      label,
      icon: 'document',
      ...(isShort && { shortLabel: null }),
      content: texts.text,
    }))}
  />
);

const tabList: Section = {
  file: 'tabs',
  examples: [
    { state: 'first selected', content: tabs(en) },
    ...forcedExamples(tabs(en)),
    { state: 'on a phone', content: tabs(en), iframeSize: low },
    { state: 'icons on a phone', content: tabs(en, true), iframeSize: low },
    { state: 'German', language: 'de', content: tabs(de), iframeSize: low },
  ],
};

export const controls: readonly Section[] = [button, linkButton, optionRow, choiceTile, radioCards, tabList];
