import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { pathTo } from '@funnel/contracts/endpoint';
import { operatorEndpoints } from '@funnel/contracts/operator-endpoints';
import { problemSchema } from '@funnel/contracts/problems';
import { manifestSchema, type Manifest } from '@funnel/contracts/release';
import {
  previewSchema,
  publicationSchema,
  publishedBuildsSchema,
  releaseAuditSchema,
  releaseStatusSchema,
  storedSetSchema,
  verificationSchema,
  type CanaryRequest,
  type Certification,
  type Preview,
  type PromotionRequest,
  type PublishResult,
  type PublishedBuilds,
  type ReleaseAudit,
  type ReleaseStatus,
  type ReleaseSetRecord,
  type Verification,
} from '@funnel/contracts/release-management';
import * as z from 'zod';

const {
  uploadFile,
  publishBuild: publishBuildEndpoint,
  promote: promoteEndpoint,
  changeCanary,
  previewSet,
  createSet,
  verifySet: verifySetEndpoint,
  storeCertification,
  rollBack,
  readReleaseStatus,
  listBuilds: listBuildsEndpoint,
  readReleaseAudit,
} = operatorEndpoints;

/** The service that is spoken to, and the operator's token. */
export interface ReleaseClient {
  /** The operators' address: `http://127.0.0.1:3001`. */
  readonly url: string;
  readonly token: string;
}

/** The service said no, or could not be asked. The message tells a person why; `code` is the problem's, such as `version-taken`. */
export class ReleaseError extends Error {
  readonly code: string;
  /** Hashes of the files to upload first, with the code `files-missing`. */
  readonly files: readonly string[];

  constructor(message: string, code: string, files: readonly string[] = []) {
    super(message);
    this.code = code;
    this.files = files;
  }
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly type?: string;
}

const refusalDetailsSchema = z.object({
  files: z.array(z.string()).optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

function refusal(status: number, body: unknown): ReleaseError {
  const problem = problemSchema.safeParse(body).data;
  const { files, errors = [] } = refusalDetailsSchema.safeParse(body).data ?? {};
  const text = [problem?.detail ?? problem?.title ?? `The service answers ${status}.`];
  return new ReleaseError(
    [...text, ...errors.map(({ path, message }) => `${path}: ${message}`)].join('\n'),
    problem?.code ?? 'unknown',
    files,
  );
}

/** One call of the service, and its answer as the schema has it. Throws `ReleaseRefused`. */
export async function send<T>(client: ReleaseClient, call: Call, schema: z.core.$ZodType<T>): Promise<T> {
  const { method = 'GET', path, body, type = 'application/json' } = call;
  const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': type };
  const request = fetch(new URL(path, client.url), { method, headers, body: body ?? null });
  const response = await request.catch(() => {
    throw new ReleaseError(`The service at ${client.url} cannot be reached.`, 'unreachable');
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, answer);
  const parsed = z.safeParse(schema, answer);
  if (parsed.success) return parsed.data;
  throw new ReleaseError(`${client.url} does not answer like this service.`, 'unreachable');
}

export function post<T>(
  client: ReleaseClient,
  path: string,
  data: unknown,
  schema: z.core.$ZodType<T>,
): Promise<T> {
  return send(client, { method: 'POST', path, body: JSON.stringify(data) }, schema);
}

/** A built remote or shell: reads a file by its path beside `remote.json`. */
interface BuildSource {
  readonly place: string;
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

async function readFrom({ place, read }: BuildSource, path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await read(path);
  } catch (error) {
    throw new ReleaseError(`${path} of ${place} cannot be read: ${String(error)}`, 'unusable-build');
  }
}

async function readManifest(source: BuildSource): Promise<Manifest> {
  const text = new TextDecoder().decode(await readFrom(source, 'remote.json'));
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error);
    throw new ReleaseError(`There is no usable build at ${source.place}:\n${reason}`, 'unusable-build');
  }
}

async function upload(client: ReleaseClient, manifest: Manifest, integrity: string, source: BuildSource) {
  const found = Object.entries(manifest.files).find(([, file]) => file.integrity === integrity);
  if (!found)
    throw new ReleaseError(`The service asks for ${integrity}, which is not in this build.`, 'unknown');
  const [filePath, { type }] = found;
  const hash = Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('base64url');
  const path = pathTo(uploadFile, { hash });
  await send(
    client,
    { method: uploadFile.method, path, body: await readFrom(source, filePath), type },
    z.unknown(),
  );
}

async function publish(client: ReleaseClient, source: BuildSource, expectedName?: string) {
  const manifest = await readManifest(source);
  if (manifest.name !== (expectedName ?? manifest.name)) {
    const reason = `${source.place} has a build of ${manifest.name}, not of ${expectedName}.`;
    throw new ReleaseError(reason, 'unusable-build');
  }
  const announce = () => post(client, publishBuildEndpoint.path, manifest, publicationSchema);
  try {
    return await announce();
  } catch (error) {
    if (!(error instanceof ReleaseError) || error.code !== 'files-missing') throw error;
    for (const integrity of error.files) await upload(client, manifest, integrity, source);
    return announce();
  }
}

/** Publishes the build in a folder (the one with its `remote.json`). Again is harmless. Throws `ReleaseRefused`. */
export const publishBuild = (
  client: ReleaseClient,
  folder: string,
  expectedName?: string,
): Promise<PublishResult> =>
  publish(client, { place: folder, read: (path) => readFile(join(folder, path)) }, expectedName);

/** The same for a build hosted elsewhere, by the address of its `remote.json`. */
export function publishFrom(
  client: ReleaseClient,
  address: string,
  expectedName?: string,
): Promise<PublishResult> {
  const read = async (path: string) => {
    const response = await fetch(new URL(path, address));
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return publish(client, { place: address, read }, expectedName);
}

/** Makes `changes` (`mfe-quiz@1.1.0`) live as one set, for all or for a share; resolves when they are. Throws `ReleaseRefused`. */
export const promote = (
  client: ReleaseClient,
  changes: readonly string[],
  options: Omit<PromotionRequest, 'changes'> = {},
): Promise<ReleaseStatus> => post(client, promoteEndpoint.path, { changes, ...options }, releaseStatusSchema);

/** Widens, stops or finishes the canary. Throws `ReleaseRefused`. */
export const updateCanary = (client: ReleaseClient, request: CanaryRequest): Promise<ReleaseStatus> =>
  post(client, changeCanary.path, request, releaseStatusSchema);

/** A link that shows a set before visitors see it. Throws `ReleaseRefused`. */
export const preview = (client: ReleaseClient, setId: string): Promise<Preview> =>
  post(client, pathTo(previewSet, { id: setId }), {}, previewSchema);

/** Makes the set of what is live and the changes, and shows it to nobody. Throws `ReleaseRefused`. */
export const prepareSet = (client: ReleaseClient, changes: readonly string[]): Promise<ReleaseSetRecord> =>
  post(client, createSet.path, { changes }, storedSetSchema);

/** What stands against a set. Throws `ReleaseRefused`. */
export const verifySet = (client: ReleaseClient, setId: string): Promise<Verification> =>
  send(client, { path: pathTo(verifySetEndpoint, { id: setId }) }, verificationSchema);

/** Stores what a walk through the funnel came to. Throws `ReleaseRefused`. */
export const sendCertification = (
  client: ReleaseClient,
  setId: string,
  certification: Certification,
): Promise<ReleaseSetRecord> =>
  send(
    client,
    {
      method: storeCertification.method,
      path: pathTo(storeCertification, { id: setId }),
      body: JSON.stringify(certification),
    },
    storedSetSchema,
  );

/** Back to the set before, or to the one named; with `live`, only away from that one. Throws `ReleaseRefused`. */
export const rollback = (
  client: ReleaseClient,
  to?: string,
  note?: string,
  live?: string,
): Promise<ReleaseStatus> => post(client, rollBack.path, { to, note, live }, releaseStatusSchema);

export const status = (client: ReleaseClient): Promise<ReleaseStatus> =>
  send(client, readReleaseStatus, releaseStatusSchema);

/** Every published version, newest first; of one name, or of all. */
export const listBuilds = (client: ReleaseClient, name?: string): Promise<PublishedBuilds> =>
  send(
    client,
    { path: `${listBuildsEndpoint.path}${name ? `?name=${encodeURIComponent(name)}` : ''}` },
    publishedBuildsSchema,
  );

export const audit = (client: ReleaseClient): Promise<ReleaseAudit> =>
  send(client, readReleaseAudit, releaseAuditSchema);
