import { useEffect, useRef, type ReactNode } from 'react';

/** A state that otherwise depends on the visitor's pointer or keyboard. */
export const forcedStates = ['hover', 'pressed', 'focus'] as const;
export type ForcedState = (typeof forcedStates)[number];

/** A component in one state. */
export interface Example {
  readonly state: string;
  readonly content: ReactNode;
  readonly forced?: ForcedState;
  readonly language?: 'de';
  /** The size in px of the iframe that the content needs for itself, because it covers the page or takes the focus. */
  readonly iframeSize?: { readonly width: number; readonly height: number };
}

/** All states of the components in one file. */
export interface Section {
  /** The file's name without its extension. */
  readonly file: string;
  readonly examples: readonly Example[];
  /** Whether the examples are small enough for columns of 72 px. */
  readonly isCompact?: boolean;
}

export const phone = { width: 375, height: 400 };

/** The content in each state that depends on the visitor. */
export const forcedExamples = (content: ReactNode, variant = ''): Example[] =>
  forcedStates.map((forced) => ({ state: `${variant}${forced}`, content, forced }));

/** Clicks an element of its content once, for a state that only a click leads to. */
export function Clicked({ selector, children }: { readonly selector: string; readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.querySelector<HTMLElement>(selector)?.click(), [selector]);
  return <div ref={content}>{children}</div>;
}

export const noop = () => undefined;
