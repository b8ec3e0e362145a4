import type { ReactNode } from 'react';

import styles from './art.module.css';
import { Ground } from './ground.tsx';

interface ArtStageProps {
  /** Marks the scene in the document. */
  readonly name?: string;
  /** The scene. Without one the stage is empty and keeps its place. */
  readonly children?: ReactNode;
}

/** A scene on its tinted stage. It repeats what the text beside it says, so screen readers skip it. */
export const ArtStage = ({ name, children }: ArtStageProps) => (
  <svg
    data-scene={name}
    viewBox="0 0 320 180"
    preserveAspectRatio="xMidYMax meet"
    fill="currentColor"
    aria-hidden="true"
    focusable="false"
    className={styles['stage']}
  >
    {children && <Ground />}
    {children}
  </svg>
);
