import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../layout/announcement.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { consoleApi } from '../api/console-api.ts';

const text = copy.deliveries;

interface ResumeDialogProps {
  readonly destination: string;
  readonly onClose: () => void;
}

export function ResumeDialog({ destination, onClose }: ResumeDialogProps) {
  const [resume, { isLoading, error }] = consoleApi.useResumeDestinationMutation();
  const { announce } = useAnnouncements();

  async function submit() {
    const { data } = await resume({ destination });
    if (!data) return;
    announce(text.resumed(destination));
    onClose();
  }
  return (
    <ConfirmDialog
      title={text.resumeNamed(destination)}
      effects={[text.resumeEffect, text.effectVisitors]}
      submit={text.resume}
      isBusy={isLoading}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}
