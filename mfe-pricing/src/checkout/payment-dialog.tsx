import type { PlanId } from '@funnel/contracts/plans';
import { Widget } from '@funnel/shell-kit/widget';
import { Button } from '@funnel/ui/button';
import { Dialog } from '@funnel/ui/dialog';
import { Notice } from '@funnel/ui/notice';
import { Spinner } from '@funnel/ui/spinner';

import { useContent } from '../content/content.ts';
import styles from './payment-dialog.module.css';

interface PaymentDialogProps {
  readonly planId: PlanId;
  readonly email: string;
  readonly onClose: () => void;
}

/** The checkout's payment form in a dialog over the offer. Closing the dialog removes the form. */
export function PaymentDialog({ planId, email, onClose }: PaymentDialogProps) {
  const content = useContent();
  return (
    <Dialog
      open
      size="payment"
      title={content.paymentDialog.title}
      closeLabel={content.close}
      closedBy="closerequest"
      onClose={onClose}
    >
      <Widget
        request={{ name: 'checkout/payment-form', planId, email }}
        loading={
          <div className={styles['loading']}>
            <Spinner>{content.paymentDialog.loading}</Spinner>
          </div>
        }
        failed={(retry) => (
          <Notice tone="danger" title={content.buy.failedTitle}>
            <p>{content.buy.failed}</p>
            <Button tone="quiet" onClick={retry}>
              {content.paymentDialog.retry}
            </Button>
          </Notice>
        )}
      />
    </Dialog>
  );
}
