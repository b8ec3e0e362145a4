import { brand } from '@funnel/contracts/brand';
import type { DeliveryOutcome, DirectDestination } from '@funnel/service-kit/jobs/destination';
import { createTransport } from 'nodemailer';

import type { Config } from '../platform/config.ts';
import { composeEmail } from './compose-email.ts';
import { emailSchema } from './email.ts';

export const smtpName = 'smtp';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/**
 * Below the lease of a delivery, and below `stopTimeoutMs`, so that a stop waits for the email. The other timeouts begin again
 * with each answer of the mail server.
 */
export const maxSendMs = 25_000;

/**
 * A mail server answers 5xx to a recipient or message that it will never accept (RFC 5321, section 4.2.1). Any other answer to
 * a recipient but 421, "closing", says nothing about other emails: the circuit breaker ignores it. An answer to the sender is about
 * the settings, so the emails are tried again until those are corrected, for two days.
 */
function failureOf(error: unknown): DeliveryOutcome {
  const [code, status, command]: unknown[] = ['code', 'responseCode', 'command'].map((key) =>
    error instanceof Error ? Reflect.get(error, key) : undefined,
  );
  // Without the server's text, which may repeat the recipient.
  const reason = `${typeof code === 'string' ? code : 'error'}${typeof status === 'number' ? ` ${status}` : ''}`;
  const isFinal =
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    command !== 'MAIL FROM' &&
    typeof status === 'number' &&
    status >= 500;
  if (isFinal) return { status: 'permanent', reason };
  const isReceiverUp = code === 'EENVELOPE' && command === 'RCPT TO' && status !== 421;
  return { status: 'retryable', reason, isReceiverUp };
}

/**
 * Creates a destination that sends emails through a mail server. A repeat after a crash has the same Message-ID, because SMTP
 * cannot tell whether a message was accepted before.
 */
export function createSmtpDestination(
  config: Config,
  url: string,
  unsubscribeSecret: string,
): DirectDestination & { readonly kind: 'email' } {
  const transport = createTransport({ url, ...timeouts });
  const from = config.MAIL_FROM ?? config.SUPPORT_EMAIL;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    name: smtpName,
    kind: 'email',
    async send({ id, payload, created_at }) {
      const email = emailSchema.parse(JSON.parse(payload));
      const { headers, ...content } = composeEmail(email, config, unsubscribeSecret);
      try {
        await transport.sendMail({
          ...content,
          headers: { ...headers },
          from: { name: brand.name, address: from },
          to: { name: '', address: email.to },
          messageId: `<${id}@${domain}>`,
          date: new Date(created_at),
          signal: AbortSignal.timeout(maxSendMs),
        });
        return { status: 'delivered' };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}
