import { emptyFunnelState, type FunnelAction, type FunnelState } from '@funnel/contracts/funnel-state';
import type { TopBar } from '@funnel/contracts/release';
import { noopShell } from '@funnel/shell-kit/noop-shell';
import type { FunnelShell } from '@funnel/shell-kit/remote';

function reduce(state: FunnelState, action: FunnelAction): FunnelState {
  switch (action.type) {
    case 'funnel/questionAnswered':
      return {
        ...state,
        quizAnswers: { ...state.quizAnswers, [action.payload.label]: action.payload.answer },
      };
    case 'funnel/goalChosen':
      return { ...state, specialGoal: action.payload };
    case 'funnel/emailGiven':
      return { ...state, email: action.payload };
    case 'funnel/startedOver':
      return emptyFunnelState;
  }
}

interface Display {
  readonly showPath: (path: string) => void;
  readonly showTopBar: (bar: TopBar) => void;
  readonly log: (text: string) => void;
}

/** A shell that keeps its state in memory and logs what the remote calls. */
export function createMemoryShell({ showPath, showTopBar, log }: Display): FunnelShell {
  let state = emptyFunnelState;
  const listeners = new Set<() => void>();
  return {
    ...noopShell,
    state: {
      get: () => state,
      subscribe(onChange) {
        listeners.add(onChange);
        return () => listeners.delete(onChange);
      },
    },
    dispatch(action) {
      log(JSON.stringify(action));
      state = reduce(state, action);
      for (const listener of listeners) listener();
    },
    navigate(path, { replace = false, handover } = {}) {
      history[replace ? 'replaceState' : 'pushState']({ handover }, '', path);
      showPath(path);
    },
    handover: () => history.state?.handover ?? null,
    setTopBar: showTopBar,
    takeQuery(name) {
      const url = new URL(location.href);
      const value = url.searchParams.get(name);
      url.searchParams.delete(name);
      history.replaceState(history.state, '', url);
      return value;
    },
    report: (event) => log(`event ${JSON.stringify(event)}`),
    notify({ title, description = '' }) {
      log(`toast ${title}: ${description}`);
      return () => log(`end of toast ${title}`);
    },
    request: (path, init) => fetch(path, init),
  };
}
