import { stagePaths } from '@funnel/contracts/stage-paths';
import { useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { Screen } from '@funnel/ui/screen';

import { useContent } from './content/content.ts';
import { topBar } from './top-bar.ts';

export function StartScreen() {
  const shell = useShell();
  const { title, text, action } = useContent();
  useTopBar(topBar);
  return (
    <Screen
      title={title}
      sub={text}
      action={<Button onClick={() => shell.navigate(stagePaths.start)}>{action}</Button>}
    />
  );
}
