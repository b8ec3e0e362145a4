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
  async function submit() {
    const { data } = await resume({ destination });
    if (!data) return null;
    // Another operator, or changed settings, may have resumed it since the dialog was opened.
    return data.resumed ? text.resumed(destination) : text.notStopped(destination);
  }
  return (
    <ConfirmDialog
      title={text.resumeNamed(destination)}
      effects={[text.resumeEffect, text.effectVisitors]}
      submit={text.resume}
      call={call}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
