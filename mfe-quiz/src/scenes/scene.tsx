import { stagePaths } from '@funnel/contracts/stage-paths';
import { whenIdle } from '@funnel/shell-kit/when-idle';
import { ArtStage } from '@funnel/ui/art/stage';
import { memo, useEffect } from 'react';

import { Challenge } from './challenge.tsx';
import { loadScenes, useLaterScenes } from './load-scenes.ts';
import styles from './scene.module.css';

/**
 * The drawing of the prerendered screen, which is used until the file with the scenes has loaded. It is taken when this module
 * loads, because React removes it from the page before the screen is rendered.
 */
const prerendered = typeof document === 'undefined' ? null : document.querySelector('svg[data-scene]');

/**
 * The scene of a screen, on a stage of fixed height. The scene of the first screen is always there. The others load while the
 * visitor reads the first screen; if they do not load, the scene's stage is empty. A choice does not render it again.
 */
export const Scene = memo(function Scene({ path }: { readonly path: string }) {
  const isStart = path === stagePaths.start;
  const later = useLaterScenes();

  useEffect(() => (isStart ? whenIdle(tryLoadScenes) : void tryLoadScenes()), [isStart]);

  const Drawing = isStart ? Challenge : later?.[path];
  if (!Drawing && prerendered?.getAttribute('data-scene') === path)
    return (
      <div
        className={styles['prerendered']}
        ref={(place) => {
          place?.replaceChildren(prerendered);
        }}
      />
    );
  return <ArtStage name={path}>{Drawing && <Drawing />}</ArtStage>;
});

const tryLoadScenes = () =>
  loadScenes().catch((error: unknown) => console.warn('Could not load the scenes', error));
