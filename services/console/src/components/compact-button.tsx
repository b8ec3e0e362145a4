import { Button, ButtonLink } from '@funnel/ui/button';
import { useId, type ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

import { copy } from '../content/copy.ts';
import styles from './compact-button.module.css';
import hint from './hint.module.css';

interface CompactButtonProps extends Omit<ComponentProps<typeof Button>, 'className'> {
  /** Why the action is not possible now. The button then does nothing, but keeps its place in the focus order. */
  readonly unavailable?: string | null;
}

/** A smaller button, for pages with many of them. */
export function CompactButton({
  tone = 'secondary',
  unavailable = null,
  onClick,
  ...props
}: CompactButtonProps) {
  const id = useId();
  const shared = { ...props, tone, wide: false };
  if (unavailable === null)
    return <Button {...shared} className={styles[tone === 'quiet' ? 'quiet' : 'action']} onClick={onClick} />;
  return (
    <span className={hint['hintAtEnd']}>
      <Button
        {...shared}
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        className={styles['action']}
      />
      <span id={id} className={hint['bubble']}>
        {unavailable}
      </span>
    </span>
  );
}

export const ActionLink = ({ tone = 'secondary', ...props }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink {...props} tone={tone} wide={false} className={styles['action']} />
);

interface CsvLinkProps {
  readonly href: string;
  /** What the file contains, for screen readers; beside the link, its panel or its list says it. */
  readonly label: string;
}

export const CsvLink = ({ href, label }: CsvLinkProps) => (
  <ActionLink href={href} download aria-label={label}>
    {copy.reports.csv}
  </ActionLink>
);

/** A link to another view that looks like a button. */
export const ViewLink = ({ to, ...props }: ComponentProps<typeof ActionLink> & { readonly to: string }) => (
  <ActionLink {...props} href={useHref(to)} onClick={useLinkClickHandler(to)} />
);
