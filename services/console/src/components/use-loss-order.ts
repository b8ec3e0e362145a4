import { useSearchParams } from 'react-router-dom';

import { withParameters } from './url-parameters.ts';

/** Whether the screens with the largest losses are first. It is kept in the URL, so that a link shows the same view. */
export function useLossOrder(): [isByLosses: boolean, set: (isByLosses: boolean) => void] {
  const [parameters, setParameters] = useSearchParams();
  return [
    parameters.get('order') === 'losses',
    (isByLosses) =>
      setParameters(withParameters(parameters, { order: isByLosses ? 'losses' : null }), { replace: true }),
  ];
}
