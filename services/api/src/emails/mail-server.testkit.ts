import { once } from 'node:events';

import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

interface MailServerOptions {
  readonly port?: number;
  /** The SMTP status of each sender: 250 accepts, 530 wants a login first. */
  readonly statusOfSender?: () => number;
  /** The SMTP status of each recipient: 250 accepts, 450 is temporary, 550 is final. */
  readonly statusOf?: (address: string) => number;
  /** The SMTP status of each complete message: 250 accepts, 554 is final. */
  readonly statusOfMessage?: () => number;
  /** A client then waits for the answer to each command before it sends the next. */
  readonly hidePIPELINING?: boolean;
  /** How long it takes for each answer about a sender, a recipient or a message. */
  readonly answersAfterMs?: number;
  /** Called with every complete message before it is accepted. Never resolving means that it is not accepted. */
  readonly beforeAccept?: () => Promise<void>;
}

/** Starts a real mail server on this machine that keeps the messages that it accepted, and those that it rejected. */
export async function startMailServer({
  port = 0,
  statusOfSender,
  statusOf,
  statusOfMessage,
  hidePIPELINING = false,
  answersAfterMs = 0,
  beforeAccept,
}: MailServerOptions = {}) {
  const messages: ParsedMail[] = [];
  const rejected: ParsedMail[] = [];
  const answer = (status: number) =>
    status === 250 ? null : Object.assign(new Error('not now'), { responseCode: status });
  const server = new SMTPServer({
    authOptional: true,
    hidePIPELINING,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 500,
    onMailFrom(_address, _session, callback) {
      setTimeout(callback, answersAfterMs, answer(statusOfSender?.() ?? 250));
    },
    onRcptTo({ address }, _session, callback) {
      setTimeout(callback, answersAfterMs, answer(statusOf?.(address) ?? 250));
    },
    onData(stream, _session, callback) {
      void simpleParser(stream).then(async (message) => {
        await beforeAccept?.();
        const rejection = answer(statusOfMessage?.() ?? 250);
        (rejection ? rejected : messages).push(message);
        setTimeout(callback, answersAfterMs, rejection);
      });
    },
  });
  // A client that is killed breaks its connection.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const usedPort = typeof address === 'object' && address ? address.port : port;
  return {
    messages,
    rejected,
    port: usedPort,
    url: `smtp://127.0.0.1:${usedPort}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
