import type { RemoteModule, Shell, StageProps as AnyStageProps } from '@funnel/contracts/remote-module';
import type { WidgetProps as AnyWidgetProps } from '@funnel/contracts/widgets';
import type { ComponentType } from 'react';

/** The Shell API, bound to React. It is an interface because a widget's props refer to it recursively. */
export interface FunnelShell extends Shell<ComponentType<WidgetProps>> {}
/** The props of a widget component. */
export type WidgetProps = AnyWidgetProps<FunnelShell>;
/** The props of a remote's `Stage` component. */
export type StageProps = AnyStageProps<ComponentType<WidgetProps>>;

/** What `<name>.remote.tsx` exports as `remote`. */
export type ReactRemote = RemoteModule<ComponentType<StageProps>, ComponentType<WidgetProps>>;
