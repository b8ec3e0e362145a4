import { isLocale } from '@funnel/contracts/content/locales';
import { contractVersion } from '@funnel/contracts/remote-module';
import type { ReactRemote, StageProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';
import { TooltipProvider } from '@funnel/ui/tooltip';

import { languages } from './content/content.ts';
import { OfferPage } from './offer-page.tsx';
import { prepareFormats } from './plans/plan-copy.ts';

// The shell loads this file while the visitor still reads an earlier screen. The build's prerendering has no document.
if (typeof document === 'object') {
  const { lang } = document.documentElement;
  prepareFormats(isLocale(lang) ? lang : 'en');
}

function Stage({ shell }: StageProps) {
  return (
    <ShellProvider shell={shell}>
      <Surface>
        <TooltipProvider>
          <OfferPage />
        </TooltipProvider>
      </Surface>
    </ShellProvider>
  );
}

export const remote: ReactRemote = { contract: contractVersion, Stage, languages };
