import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ApiFailure, ApiResult, Fetch } from '@funnel/contracts/api-client';
import { createOperatorClient } from '@funnel/contracts/operator-client';
import { problems } from '@funnel/contracts/problems';
import { manifestSchema, type Manifest } from '@funnel/contracts/release';
import type { PublishResult } from '@funnel/contracts/release-management';
import * as z from 'zod';

import { integrityOf } from '../federation/integrity.ts';

/** The service to call, and the operator's token. */
export interface ReleaseClient {
  /** The URL of the operators' listener: `http://127.0.0.1:3001`. */
  readonly url: string;
  readonly token: string;
}

/** Whether the text is a URL that a client can call. */
export const isHttpUrl = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text);

/** The service rejected the request, or did not respond. `code` is the problem's code, such as `version-taken`. */
export class ReleaseError extends Error {
  readonly code: string;
  /** Hashes of the files to upload first, with the code `files-missing`. */
  readonly files: readonly string[];
  /** Whether the service may have made the change, because no response says that it did not. */
  readonly isUnconfirmed: boolean;

  constructor(message: string, code: string, files: readonly string[] = [], isUnconfirmed = false) {
    super(message);
    this.code = code;
    this.files = files;
    this.isUnconfirmed = isUnconfirmed;
  }
}

/**
 * Codes of errors that happen before a request is sent: of undici, of the search for the address, of a service without TLS, and of
 * its certificate (https://nodejs.org/api/tls.html#x509-certificate-error-codes). Other errors of TLS and of the network can also end
 * a connection on which the request was sent.
 */
const unsentCode =
  /^(ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)|ERR_TLS_CERT_.*|CERT_.*|(DEPTH_ZERO_)?SELF_SIGNED_.*|UNABLE_TO_.*)$/;
const unconnectedSchema = z.object({ syscall: z.literal('connect') });
/** The error of a `fetch` that did not send its request. With several addresses there is one error for each. */
const unsentSchema = z.object({
  cause: z.union([
    z.object({ code: z.string().regex(unsentCode) }),
    unconnectedSchema,
    z.object({ errors: z.array(unconnectedSchema) }),
  ]),
});

/**
 * `fetch` that records in `sent` whether the last request may have changed something: not if it only reads, was not sent, or has a
 * response other than an error of the server.
 */
const recordingFetch =
  (sent: { mayHaveChanged: boolean }): Fetch =>
  async (url, init) => {
    sent.mayHaveChanged = init.method !== 'GET';
    try {
      const response = await fetch(url, init);
      if (response.status >= 300 && response.status < 500) sent.mayHaveChanged = false;
      return response;
    } catch (error) {
      if (unsentSchema.safeParse(error).success) sent.mayHaveChanged = false;
      throw error;
    }
  };

function toReleaseError(url: string, { kind, code, reasons, files }: ApiFailure): ReleaseError {
  if (code === 'unreachable')
    return new ReleaseError(
      `The service at ${url} cannot be reached. Start it, or set RELEASE_URL to its operators' listener.`,
      code,
    );
  if (code === 'unknown-response') {
    const text =
      kind === 'unavailable'
        ? `The response from ${url} is not from this service (${reasons.join(' ')}).`
        : `The service at ${url} has another version than this command.`;
    return new ReleaseError(text, 'unreachable');
  }
  const text = reasons.join('\n');
  // A path of the operators' API exists on their listener only.
  if (text === problems['not-found'].title)
    return new ReleaseError(
      `${url} does not know this request. Either RELEASE_URL is not the operators' listener (OPERATOR_PORT), or its service is older than this command.`,
      code,
    );
  return new ReleaseError(text, code, files);
}

/** The error of a change that was sent: unless the service rejected it, it may have been made. */
function toChangeError(url: string, failure: ApiFailure, advice: string): ReleaseError {
  const { message, code, files } = toReleaseError(url, failure);
  if (failure.kind !== 'unavailable' && !['unknown-response', 'internal'].includes(failure.code))
    return new ReleaseError(message, code, files);
  const reason = failure.code === 'unreachable' ? `The response from ${url} was lost.` : message;
  const isFromService = !['unreachable', 'unknown-response'].includes(failure.code);
  return new ReleaseError(`${reason} ${advice}`, isFromService ? code : 'response-lost', files, true);
}

/** Characters that no header can contain, or at which the service stops reading a token. */
const notInTokens = /[\s\p{Cc}\u{100}-\u{10ffff}]/u;

type OperatorClient = ReturnType<typeof createOperatorClient>;

/** The advice after the response to a change was lost. `command` shows whether it was made. */
export const checkWith = (command: string): string =>
  `The change may have been made: run "${command}" before you try again.`;
/** The advice if a second time changes nothing more. */
export const safeToRepeat = 'The command may have succeeded, and is safe to repeat.';

/** Calls the service. Throws `ReleaseError`, with the advice if the response to a change is lost. */
export async function call<T>(
  { url, token }: ReleaseClient,
  send: (client: OperatorClient) => Promise<ApiResult<T>>,
  advice = checkWith('release status'),
): Promise<T> {
  // A secret is often stored with a line break at its end.
  const trimmed = token.trim();
  if (notInTokens.test(trimmed))
    throw new ReleaseError(
      'The operator token has a space, a line break or another character that no token has. Copy it again.',
      'unusable-token',
    );
  const headers = { authorization: `Bearer ${trimmed}` };
  const sent = { mayHaveChanged: false };
  const options = { fetch: recordingFetch(sent), origin: new URL(url).origin, headers };
  const result = await send(createOperatorClient(options));
  if (!result.error) return result.data;
  if (!sent.mayHaveChanged) throw toReleaseError(url, result.error);
  throw toChangeError(url, result.error, advice);
}

/** A built remote or shell. `read` returns a file by its path beside `remote.json`. */
interface ReadableBuild {
  readonly location: string;
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

async function readFrom({ location, read }: ReadableBuild, path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await read(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(`${path} of ${location} cannot be read: ${reason}`, 'unusable-build');
  }
}

async function readManifest(source: ReadableBuild): Promise<Manifest> {
  const text = new TextDecoder().decode(await readFrom(source, 'remote.json'));
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error);
    throw new ReleaseError(`There is no usable build at ${source.location}:\n${reason}`, 'unusable-build');
  }
}

async function upload(client: ReleaseClient, manifest: Manifest, integrity: string, source: ReadableBuild) {
  const found = Object.entries(manifest.files).find(([, file]) => file.integrity === integrity);
  if (!found)
    throw new ReleaseError(`The service requests ${integrity}, which is not in this build.`, 'unknown');
  const [path, { type }] = found;
  const sha384 = Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('base64url');
  const bytes = await readFrom(source, path);
  try {
    await call(client, (api) => api.uploadFile(sha384, bytes, type), safeToRepeat);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    throw new ReleaseError(`${path}: ${error.message}`, error.code, error.files, error.isUnconfirmed);
  }
}

/** Throws `ReleaseError` if a file is not the one that the manifest describes. */
async function checkFiles({ files }: Manifest, source: ReadableBuild): Promise<void> {
  for (const [path, { integrity }] of Object.entries(files)) {
    const bytes = await readFrom(source, path);
    if (integrityOf(bytes) !== integrity)
      throw new ReleaseError(
        `${path} of ${source.location} has changed since its remote.json was written. Build it again, under another version.`,
        'unusable-build',
      );
  }
}

async function publish(client: ReleaseClient, source: ReadableBuild, expectedName?: string) {
  const manifest = await readManifest(source);
  if (manifest.name !== (expectedName ?? manifest.name)) {
    const reason = `${source.location} has a build of ${manifest.name}, not of ${expectedName}.`;
    throw new ReleaseError(reason, 'unusable-build');
  }
  const sendManifest = () => call(client, (api) => api.publishBuild(manifest), safeToRepeat);
  try {
    const result = await sendManifest();
    // The service has compared the manifest alone, and reads no file again.
    if (result.outcome === 'unchanged') await checkFiles(manifest, source);
    return result;
  } catch (error) {
    if (!(error instanceof ReleaseError) || error.code !== 'files-missing') throw error;
    for (const integrity of error.files) await upload(client, manifest, integrity, source);
    return sendManifest();
  }
}

/** Publishes the build in a folder, which contains its `remote.json`. It is safe to repeat. Throws `ReleaseError`. */
export const publishBuild = (
  client: ReleaseClient,
  folder: string,
  expectedName?: string,
): Promise<PublishResult> =>
  publish(client, { location: folder, read: (path) => readFile(join(folder, path)) }, expectedName);

/** Publishes a build that is hosted elsewhere, by the URL of its `remote.json`. Throws `ReleaseError`. */
export function publishFrom(
  client: ReleaseClient,
  url: string,
  expectedName?: string,
): Promise<PublishResult> {
  const read = async (path: string) => {
    const response = await fetch(new URL(path, url)).catch(() => {
      throw new Error(`${new URL(url).host} is unreachable`);
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return publish(client, { location: url, read }, expectedName);
}
