import type { RemoteModule, Shell, StageProps as AnyStageProps } from '@funnel/contracts/remote-module';
import type { WidgetProps as AnyWidgetProps } from '@funnel/contracts/widgets';
import type { ComponentType } from 'react';

/** The waist, bound to React. An interface, because a widget's props name the shell that loads it. */
export interface FunnelShell extends Shell<ComponentType<WidgetProps>> {}
export type WidgetProps = AnyWidgetProps<FunnelShell>;
export type StageProps = AnyStageProps<ComponentType<WidgetProps>>;

/** What `<name>.remote.tsx` exports as `remote`. */
export type ReactRemote = RemoteModule<ComponentType<StageProps>, ComponentType<WidgetProps>>;
