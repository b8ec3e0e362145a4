import { useShell } from './shell-context.tsx';

/**
 * The word that an arm of an experiment gives to a variant of this remote, such as `pricing/heading`, or null without one. A first
 * screen that is prerendered must not depend on it, because all visitors get the same one.
 */
export const useVariant = (name: string): string | null => useShell().config.variants?.[name] ?? null;
