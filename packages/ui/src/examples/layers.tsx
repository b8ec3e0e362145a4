import { useEffect, useState } from 'react';

import { Dialog } from '../dialog.tsx';
import { EmailDialog } from '../email-dialog.tsx';
import { standInDialogs } from '../stand-in-dialog.tsx';
import { ToastRegion, type ShownToast } from '../toast.tsx';
import { Tooltip, TooltipProvider } from '../tooltip.tsx';
import { Clicked, forcedExamples, noop, phone, type Section } from './example.tsx';
import { de, en, type ExampleTexts } from './texts.ts';

const wide = { width: 800, height: 400 };
const low = { width: 375, height: 160 };

const dialog = (texts: ExampleTexts, size: 'small' | 'medium' | 'large' | 'payment', text = texts.text) => (
  <Dialog open title={texts.title} size={size} closeLabel={texts.close} onClose={noop}>
    {text}
  </Dialog>
);

const emailDialog = ({ email }: ExampleTexts, initialEmail = '', note?: string) => (
  <EmailDialog
    texts={email}
    initialEmail={initialEmail}
    note={note}
    notify={() => noop}
    onCancel={noop}
    onEmail={noop}
  />
);

const standIns = ({ title, loading, toast, retry, close }: ExampleTexts) =>
  standInDialogs({ title, loading, failed: toast, retry, close });

/** A toast that stays, and is shown again if it is closed. */
function LastingToast({ texts, ...toast }: Omit<ShownToast, 'id'> & { readonly texts: ExampleTexts }) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    // A toast waits while its window is inactive, so that it does not close after five seconds.
    const timer = setInterval(() => dispatchEvent(new Event('blur')), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <ToastRegion
      place="foot"
      toast={{ id: String(shown), ...toast }}
      onDismiss={() => setShown(shown + 1)}
      label={texts.toastRegion}
      regionLabel={texts.toastRegion}
      closeLabel={texts.close}
    />
  );
}

const tooltip = (texts: ExampleTexts) => (
  <TooltipProvider>
    <Tooltip label={texts.tooltip} text={texts.tooltip} />
  </TooltipProvider>
);
const openTooltip = (texts: ExampleTexts) => <Clicked selector="button">{tooltip(texts)}</Clicked>;

export const layers: readonly Section[] = [
  {
    file: 'dialog',
    examples: [
      { state: 'small', content: dialog(en, 'small'), frame: phone },
      { state: 'medium', content: dialog(en, 'medium'), frame: wide },
      { state: 'large', content: dialog(en, 'large'), frame: wide },
      { state: 'payment', content: dialog(en, 'payment'), frame: phone },
      { state: 'long text', content: dialog(en, 'small', `${en.long} `.repeat(20)), frame: phone },
      { state: 'German', language: 'de', content: dialog(de, 'small'), frame: phone },
    ],
  },
  {
    file: 'email-dialog',
    examples: [
      { state: 'empty', content: emailDialog(en), frame: phone },
      { state: 'suggestion', content: emailDialog(en, 'visitor@gmial.com'), frame: phone },
      { state: 'note', content: emailDialog(en, '', en.text), frame: phone },
      { state: 'German', language: 'de', content: emailDialog(de), frame: phone },
    ],
  },
  {
    file: 'stand-in-dialog',
    examples: [
      { state: 'loading', content: standIns(en).loading(noop), frame: phone },
      { state: 'failed', content: standIns(en).failed(noop, noop), frame: phone },
      { state: 'German', language: 'de', content: standIns(de).failed(noop, noop), frame: phone },
    ],
  },
  {
    file: 'toast',
    examples: [
      { state: 'info', content: <LastingToast texts={en} tone="info" title={en.toast} />, frame: low },
      {
        state: 'destructive',
        content: <LastingToast texts={en} tone="destructive" title={en.toast} description={en.toastText} />,
        frame: low,
      },
      {
        state: 'long text',
        content: <LastingToast texts={en} tone="info" title={en.toast} description={en.long} />,
        frame: low,
      },
      {
        state: 'German',
        language: 'de',
        content: <LastingToast texts={de} tone="destructive" title={de.toast} description={de.toastText} />,
        frame: low,
      },
    ],
  },
  {
    file: 'tooltip',
    examples: [
      { state: 'closed', content: tooltip(en) },
      ...forcedExamples(tooltip(en)),
      { state: 'open', content: openTooltip(en), frame: low },
      { state: 'German', language: 'de', content: openTooltip(de), frame: low },
    ],
  },
];
