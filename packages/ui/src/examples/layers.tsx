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
      { state: 'small', content: dialog(en, 'small'), iframeSize: phone },
      { state: 'medium', content: dialog(en, 'medium'), iframeSize: wide },
      { state: 'large', content: dialog(en, 'large'), iframeSize: wide },
      { state: 'payment', content: dialog(en, 'payment'), iframeSize: phone },
      { state: 'long text', content: dialog(en, 'small', `${en.long} `.repeat(20)), iframeSize: phone },
      { state: 'German', language: 'de', content: dialog(de, 'small'), iframeSize: phone },
    ],
  },
  {
    file: 'email-dialog',
    examples: [
      { state: 'empty', content: emailDialog(en), iframeSize: phone },
      { state: 'suggestion', content: emailDialog(en, 'visitor@gmial.com'), iframeSize: phone },
      { state: 'note', content: emailDialog(en, '', en.text), iframeSize: phone },
      { state: 'German', language: 'de', content: emailDialog(de), iframeSize: phone },
    ],
  },
  {
    file: 'stand-in-dialog',
    examples: [
      { state: 'loading', content: standIns(en).loading(noop), iframeSize: phone },
      { state: 'failed', content: standIns(en).failed(noop, noop), iframeSize: phone },
      { state: 'German', language: 'de', content: standIns(de).failed(noop, noop), iframeSize: phone },
    ],
  },
  {
    file: 'toast',
    examples: [
      { state: 'info', content: <LastingToast texts={en} tone="info" title={en.toast} />, iframeSize: low },
      {
        state: 'destructive',
        content: <LastingToast texts={en} tone="destructive" title={en.toast} description={en.toastText} />,
        iframeSize: low,
      },
      {
        state: 'long text',
        content: <LastingToast texts={en} tone="info" title={en.toast} description={en.long} />,
        iframeSize: low,
      },
      {
        state: 'German',
        language: 'de',
        content: <LastingToast texts={de} tone="destructive" title={de.toast} description={de.toastText} />,
        iframeSize: low,
      },
    ],
  },
  {
    file: 'tooltip',
    examples: [
      { state: 'closed', content: tooltip(en) },
      ...forcedExamples(tooltip(en)),
      { state: 'open', content: openTooltip(en), iframeSize: low },
      { state: 'German', language: 'de', content: openTooltip(de), iframeSize: low },
    ],
  },
];
