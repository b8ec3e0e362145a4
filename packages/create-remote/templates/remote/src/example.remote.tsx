import { contractVersion } from '@funnel/contracts/remote-module';
import type { ReactRemote, StageProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';

import { languages } from './content/content.ts';
import { StartScreen } from './start-screen.tsx';

function Stage({ shell }: StageProps) {
  return (
    <ShellProvider shell={shell}>
      <Surface>
        <StartScreen />
      </Surface>
    </ShellProvider>
  );
}

/** The public interface of this remote. */
export const remote: ReactRemote = { contract: contractVersion, Stage, languages };
