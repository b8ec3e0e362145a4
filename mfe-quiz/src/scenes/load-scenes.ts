import { useSyncExternalStore, type ComponentType } from 'react';

type Scenes = Readonly<Partial<Record<string, ComponentType>>>;

let loaded: Scenes | null = null;
const listeners = new Set<() => void>();

/** Loads the scenes of all screens but the first. Rejects if their file does not load; the next call tries again. */
export async function loadScenes(): Promise<void> {
  if (loaded) return;
  const { laterScenes } = await import(/* webpackChunkName: "scenes" */ './later-scenes.ts');
  loaded = laterScenes;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const readLoaded = () => loaded;

/** The scenes by path; null until they have loaded. */
export const useLaterScenes = (): Scenes | null => useSyncExternalStore(subscribe, readLoaded, readLoaded);
