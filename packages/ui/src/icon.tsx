import type { ComponentProps } from 'react';

import { IconShape } from './basic-icon.tsx';
import { iconPaths } from './icon-paths.ts';

/** The name of an icon in `iconPaths`. */
export type IconName = keyof typeof iconPaths;

type IconProps = Omit<ComponentProps<typeof IconShape>, 'path'> & { readonly name: IconName };

/** An icon beside a text. It is hidden from screen readers, so it must never replace the text. */
export const Icon = ({ name, ...shape }: IconProps) => <IconShape path={iconPaths[name]} {...shape} />;
