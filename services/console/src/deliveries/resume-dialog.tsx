import { copy } from '../content/copy.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { consoleApi } from '../api/console-api.ts';

const text = copy.deliveries;

interface ResumeDialogProps {
  readonly destination: string;
  readonly onClose: () => void;
}

export function ResumeDialog({ destination, onClose }: ResumeDialogProps) {
  const [resume, call] = consoleApi.useResumeDestinationMutation();
  return (
    <ConfirmDialog
      title={text.resumeNamed(destination)}
      effects={[text.resumeEffect, text.effectVisitors]}
      submit={text.resume}
      call={call}
      onSubmit={async () => ((await resume({ destination })).error ? null : text.resumed(destination))}
      onClose={onClose}
    />
  );
}
