import { shownClaim, type ClaimId } from '@funnel/contracts/claims';
import { emailGiven, startedOver } from '@funnel/contracts/funnel-state';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

import { answerAction, recordedAnswer, chosenAnswers, hasAnswered, resumePath } from './answers.ts';
import { contentIn, questionIn, slideIn } from './content/content.ts';
import type { QuestionScreen, Screen } from './flow.ts';
import type { LeadSubmission } from './lead/lead-submission.ts';
import { ChoiceScreen } from './screens/choice-screen.tsx';
import { EmailScreen } from './screens/email-screen.tsx';
import { LegalFooter } from './screens/legal-footer.tsx';
import { LoadingScreen } from './screens/loading-screen.tsx';
import { MultiChoiceScreen } from './screens/multi-choice-screen.tsx';
import { ResumePrompt } from './screens/resume-prompt.tsx';
import { SlideScreen } from './screens/slide-screen.tsx';
import { topBarOf } from './top-bar.ts';

interface CurrentScreenProps {
  readonly screen: Screen;
  readonly delivery: LeadSubmission;
}

/** Where a screen's answer is recorded and the way on is taken; the screens themselves know neither. */
export function CurrentScreen({ screen, delivery }: CurrentScreenProps): ReactNode {
  const shell = useShell();
  const state = useFunnelState((current) => current);
  const content = contentIn(shell.locale);
  // Known on arrival: who answers here for the first time is about to go on.
  const [isReturning] = useState(() => hasAnswered(state));
  const isShown = useIsShown();
  useTopBar(topBarOf(screen));
  useScreenEffects(screen);

  const goToNext = () => shell.navigate(screen.next);
  const claim = (id: ClaimId) => shownClaim(id, shell.config.claims, shell.locale);
  function answer(question: QuestionScreen, answers: readonly string[]) {
    shell.dispatch(answerAction(question, answers));
    goToNext();
  }
  async function submitEmail(email: string) {
    shell.dispatch(emailGiven(email));
    try {
      const lead = await delivery.submit(shell.state.get(), email);
      if (lead === 'new') shell.report({ name: 'Lead' });
    } catch (error) {
      // Whatever became of the lead, the visitor has done their part.
      console.warn('Could not keep the lead', error);
    }
    // Who went elsewhere meanwhile is not brought back.
    if (isShown.current) goToNext();
  }

  switch (screen.kind) {
    case 'choice': {
      const isStart = screen.path === stagePaths.start;
      return (
        <>
          <ChoiceScreen
            screen={screen}
            question={questionIn(shell.locale, screen)}
            chosen={chosenAnswers(screen, state)[0]}
            onChoose={(chosen) => answer(screen, [chosen])}
          >
            {isStart && <LegalFooter copy={content.footer} />}
          </ChoiceScreen>
          {isStart && isReturning && hasAnswered(state) && (
            <ResumePrompt
              copy={content.resume}
              onResume={() => shell.navigate(resumePath(state))}
              onStartOver={() => {
                shell.dispatch(startedOver());
                // The button goes away with the offer, and the focus would be lost with it.
                document.querySelector('h1')?.focus();
              }}
            />
          )}
        </>
      );
    }
    case 'multi-choice':
      return (
        <MultiChoiceScreen
          screen={screen}
          question={questionIn(shell.locale, screen)}
          chosen={chosenAnswers(screen, state)}
          nextStep={content.actions.nextStep}
          chosenCount={content.chosenCount}
          onSubmit={(answers) => answer(screen, answers)}
        />
      );
    case 'slide': {
      const copy = slideIn(shell.locale, screen);
      return (
        <SlideScreen
          screen={screen}
          copy={copy}
          claims={{
            title: copy.titleClaim ? claim(copy.titleClaim) : null,
            score: claim('reviewScore'),
            badge: claim('usersChoice')?.text ?? null,
            scoreLabel: content.scoreLabel,
          }}
          next={content.actions.next}
          onContinue={goToNext}
        />
      );
    }
    case 'loading':
      return (
        <LoadingScreen
          copy={content.loading}
          lines={content.loading.lines({
            goal: recordedAnswer('/step-15', state),
            time: recordedAnswer('/step-16', state),
          })}
          usersClaim={claim('usersChose')?.text ?? null}
          onDone={() => shell.navigate(screen.next, { replace: true })}
        />
      );
    case 'email':
      return (
        <EmailScreen
          copy={content.email}
          next={content.actions.next}
          knownEmail={state.email}
          notify={shell.notify}
          onEmail={submitEmail}
        />
      );
  }
}

/** Whether the visitor is still on the screen, for what takes a while. */
function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** What happens once when a screen is reached. */
function useScreenEffects(screen: Screen): void {
  const shell = useShell();
  useEffect(() => {
    if (screen.kind === 'slide' && screen.viewContent) {
      const { name, id } = screen.viewContent;
      shell.report({ name: 'ViewContent', contentName: name, contentId: id });
    }
    // The offer comes while the visitor waits or types; then it is there even if the connection goes.
    if (screen.kind === 'loading' || screen.kind === 'email') shell.prefetch(stagePaths.offer);
  }, [shell, screen]);
}
