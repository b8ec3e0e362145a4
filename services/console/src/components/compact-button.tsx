import { Button, ButtonLink } from '@funnel/ui/button';
import type { ComponentProps } from 'react';

import styles from './compact-button.module.css';

/** A smaller button, for pages with many of them. */
export const CompactButton = ({
  tone = 'secondary',
  ...props
}: Omit<ComponentProps<typeof Button>, 'className'>) => (
  <Button {...props} tone={tone} wide={false} className={styles['action']} />
);

export const ActionLink = ({ tone = 'secondary', ...props }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink {...props} tone={tone} wide={false} className={styles['action']} />
);
