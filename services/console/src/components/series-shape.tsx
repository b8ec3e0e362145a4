interface SeriesShapeProps {
  /** Of the two series that are compared. */
  readonly isSecond: boolean;
  readonly className: string | undefined;
}

/** Two series differ in shape, so that color is not the only difference. */
export const SeriesShape = ({ isSecond, className }: SeriesShapeProps) => (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className={className}>
    {isSecond ? <path d="M6 0l6 6-6 6-6-6z" /> : <circle cx="6" cy="6" r="5" />}
  </svg>
);
