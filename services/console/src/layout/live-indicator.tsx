import { consoleApi, polling } from '../api/console-api.ts';
import { copy } from '../content/copy.ts';
import styles from './live-indicator.module.css';

const text = copy.live;

/** Which set visitors get now, in every view, and whether the console still gets data from the service. */
export function LiveIndicator() {
  const { data: status, error } = consoleApi.useStatusQuery(undefined, polling);
  if (!status) return null;
  const { set, canary } = status;
  return (
    <p className={styles['indicator']} data-current={!error && set !== null}>
      <span>{error ? text.notCurrent : set ? text.set(set.number) : text.nothing}</span>
      {canary && !error && <span className={styles['canary']}>{text.canary(canary.percent)}</span>}
    </p>
  );
}
