import { iconPaths } from '../icon-paths.ts';
import { BasicIcon } from '../basic-icon.tsx';
import { Icon, type IconName } from '../icon.tsx';
import {
  EmptyArt,
  FatalErrorArt,
  NotFoundArt,
  PendingPaymentArt,
  RemoteErrorArt,
  SuccessArt,
  UnknownPaymentArt,
  UnpaidArt,
  UnreachableArt,
} from '../status-art.tsx';
import { Wordmark } from '../wordmark.tsx';
import type { Section } from './example.tsx';

const isIcon = (name: string): name is IconName => name in iconPaths;

export const pictures: readonly Section[] = [
  {
    file: 'icon',
    isCompact: true,
    examples: [
      ...([16, 20, 24, 32] as const).map((size) => ({
        state: `${size} px`,
        content: <Icon name="chart" size={size} />,
      })),
      ...Object.keys(iconPaths)
        .filter(isIcon)
        .map((name) => ({ state: name, content: <Icon name={name} /> })),
    ],
  },
  {
    file: 'basic-icon',
    isCompact: true,
    examples: [{ state: '24 px', content: <BasicIcon name="check" /> }],
  },
  { file: 'wordmark', examples: [{ state: 'mark and name', content: <Wordmark>Candela</Wordmark> }] },
  {
    file: 'status-art',
    examples: [
      { state: 'empty', content: <EmptyArt /> },
      { state: 'not found', content: <NotFoundArt /> },
      { state: 'remote error', content: <RemoteErrorArt /> },
      { state: 'fatal error', content: <FatalErrorArt /> },
      { state: 'success', content: <SuccessArt /> },
      { state: 'pending payment', content: <PendingPaymentArt /> },
      { state: 'unreachable', content: <UnreachableArt /> },
      { state: 'unpaid', content: <UnpaidArt /> },
      { state: 'unknown payment', content: <UnknownPaymentArt /> },
    ],
  },
];
