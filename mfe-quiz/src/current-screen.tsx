import { isClaimShown, shownClaim, type ClaimId } from '@funnel/contracts/claims';
import { emailGiven, startedOver } from '@funnel/contracts/funnel-state';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

import { answerAction, chosenAnswers, hasAnswered, resumePath, shownAnswer } from './answers.ts';
import { contentIn, questionIn, slideIn } from './content/content.ts';
import type { Screen } from './flow.ts';
import type { LeadSubmission } from './lead/lead-submission.ts';
import { proofOf } from './proofs.ts';
import { ChoiceScreen } from './screens/choice-screen.tsx';
import { EmailScreen } from './screens/email-screen.tsx';
import { LegalFooter } from './screens/legal-footer.tsx';
import { LoadingScreen } from './screens/loading-screen.tsx';
import { MultiChoiceScreen } from './screens/multi-choice-screen.tsx';
import { ResumePrompt } from './screens/resume-prompt.tsx';
import styles from './screens/screens.module.css';
import { SlideScreen } from './screens/slide-screen.tsx';
import { topBarOf } from './top-bar.ts';
import { useAcknowledgement } from './use-acknowledgement.ts';

interface CurrentScreenProps {
  readonly screen: Screen;
  readonly leadSubmission: LeadSubmission;
}

/** Records the answer of a screen and navigates. The screens themselves do neither. */
export function CurrentScreen({ screen, leadSubmission }: CurrentScreenProps): ReactNode {
  const shell = useShell();
  const state = useFunnelState((current) => current);
  const content = contentIn(shell.locale);
  // Decided on mount, so that a first answer on this screen does not show the prompt.
  const [isReturning, setIsReturning] = useState(() => hasAnswered(state));
  const isShown = useIsShown();
  useTopBar(topBarOf(screen));
  useScreenEffects(screen);

  const goToNext = () => shell.navigate(screen.next);
  const acknowledge = useAcknowledgement();
  const proof = content.proofs[proofOf(screen)];
  const isShownClaim = (id: ClaimId) => isClaimShown(id, shell.config.claims);
  const claim = (id: ClaimId) => shownClaim(id, shell.config.claims, content.claims);
  async function resume() {
    const hasSubmittedEmail = await leadSubmission.hasSubmitted(state);
    // Meanwhile the visitor may have left the screen or started over.
    if (isShown.current) shell.navigate(resumePath(shell.state.get(), hasSubmittedEmail));
  }
  async function submitEmail(email: string) {
    shell.dispatch(emailGiven(email));
    try {
      const lead = await leadSubmission.submit(shell.state.get(), email);
      if (lead === 'new') shell.report({ name: 'Lead' });
    } catch (error) {
      // The visitor continues even if the lead is lost.
      console.warn('Could not store the lead', error);
    }
    // The visitor may have left the screen while the lead was sent.
    if (isShown.current) goToNext();
  }

  switch (screen.kind) {
    case 'choice': {
      const isStart = screen.path === stagePaths.start;
      const question = questionIn(shell.locale, screen);
      const { sub, subClaim } = question.copy;
      return (
        <ChoiceScreen
          screen={screen}
          question={question}
          sub={subClaim && !isShownClaim(subClaim) ? undefined : sub}
          proof={proof}
          card={
            isStart &&
            isReturning &&
            hasAnswered(state) && (
              <ResumePrompt
                copy={content.resume}
                onResume={() => void resume()}
                onStartOver={() => {
                  shell.dispatch(startedOver());
                  setIsReturning(false);
                  // The button disappears with the prompt, and the focus would be lost with it.
                  document.querySelector('h1')?.focus();
                }}
              />
            )
          }
          chosen={chosenAnswers(screen, state)[0]}
          onChoose={(chosen) => acknowledge(() => shell.dispatch(answerAction(screen, [chosen])), goToNext)}
        >
          {(screen.hasRiskNote ?? subClaim) && <p className={styles['footnote']}>{content.footer.warning}</p>}
          {isStart && <LegalFooter copy={content.footer} />}
        </ChoiceScreen>
      );
    }
    case 'multi-choice':
      return (
        <MultiChoiceScreen
          screen={screen}
          question={questionIn(shell.locale, screen)}
          chosen={chosenAnswers(screen, state)}
          nextLabel={content.actions.nextStep}
          selectedCountText={content.chosenCount}
          proof={proof}
          onSubmit={(answers) => {
            shell.dispatch(answerAction(screen, answers));
            goToNext();
          }}
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
            hasMedia: isShownClaim('mediaMentions'),
            scoreLabel: content.scoreLabel,
          }}
          proof={proof}
          riskNote={(screen.hasRiskNote ?? copy.titleClaim) ? content.footer.warning : null}
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
            goal: shownAnswer(shell.locale, '/step-15', state),
            time: shownAnswer(shell.locale, '/step-16', state),
          })}
          proof={proof}
          usersClaim={claim('usersChose')?.text ?? null}
          hasReview={isShownClaim('learnerReviews')}
          riskNote={content.footer.warning}
          onDone={() => shell.navigate(screen.next, { replace: true })}
        />
      );
    case 'email':
      return (
        <EmailScreen
          copy={content.email}
          proof={proof}
          nextLabel={content.actions.next}
          knownEmail={state.email}
          notify={shell.notify}
          onEmail={submitEmail}
        />
      );
  }
}

/** Whether the screen is still mounted, for use after an `await`. */
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

/** Reports and prefetches once when a screen is shown. */
function useScreenEffects(screen: Screen): void {
  const shell = useShell();
  useEffect(() => {
    if (screen.kind === 'slide' && screen.viewContent) {
      const { name, id } = screen.viewContent;
      shell.report({ name: 'ViewContent', contentName: name, contentId: id });
    }
    // The offer loads while the visitor waits or types, so that it is available even if the connection is lost.
    if (screen.kind === 'loading' || screen.kind === 'email') shell.prefetch(stagePaths.offer);
  }, [shell, screen]);
}
