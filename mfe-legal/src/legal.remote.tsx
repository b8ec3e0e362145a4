import { contractVersion } from '@funnel/contracts/remote-module';
import type { ReactRemote, WidgetProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';

import { languages } from './content/content.ts';
import { LegalDialog } from './dialog/legal-dialog.tsx';

function DialogWidget({ shell, request }: WidgetProps) {
  if (request.name !== 'legal/dialog') return null;
  return (
    <ShellProvider shell={shell}>
      <Surface>
        <LegalDialog firstTab={request.tab} section={request.section} onClose={request.onClose} />
      </Surface>
    </ShellProvider>
  );
}

export const remote: ReactRemote = {
  contract: contractVersion,
  widgets: { dialog: DialogWidget },
  languages,
};
