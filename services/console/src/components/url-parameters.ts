import { useSearchParams } from 'react-router-dom';

/** Whether the screens with the largest losses are first. It is kept in the URL, so that a link shows the same view. */
export function useLossOrder(): [isByLosses: boolean, set: (isByLosses: boolean) => void] {
  const [parameters, setParameters] = useSearchParams();
  return [
    parameters.get('order') === 'losses',
    (isByLosses) =>
      setParameters(withParameters(parameters, { order: isByLosses ? 'losses' : null }), { replace: true }),
  ];
}

/** The parameters of a URL with changes, and all else as it is. Null removes a parameter. */
export function withParameters(
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
