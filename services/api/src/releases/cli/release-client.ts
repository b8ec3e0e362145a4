import { problemSchema } from '@funnel/contracts/problems';
import {
  manifestSchema,
  publicationSchema,
  publishedBuildsSchema,
  releaseAuditSchema,
  releaseStatusSchema,
  type Manifest,
  type Publication,
  type PublishedBuilds,
  type ReleaseAudit,
  type ReleaseStatus,
} from '@funnel/contracts/release';
import * as z from 'zod';

import { addressSource, folderSource, type BuildSource } from './build-source.ts';

/** The service that is spoken to, and the operator's token. */
export interface ReleaseClient {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly token: string;
}

/** The service said no, or could not be asked. The message tells a person why; `code` is the problem's, such as `version-taken`. */
export class ReleaseRefused extends Error {
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
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly type?: string;
}

const refusalSchema = z.object({
  files: z.array(z.string()).optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

function refusal(status: number, body: unknown): ReleaseRefused {
  const problem = problemSchema.safeParse(body).data;
  const { files, errors = [] } = refusalSchema.safeParse(body).data ?? {};
  const words = [problem?.detail ?? problem?.title ?? `The service answers ${status}.`];
  return new ReleaseRefused(
    [...words, ...errors.map(({ path, message }) => `${path}: ${message}`)].join('\n'),
    problem?.code ?? 'unknown',
    files,
  );
}

async function ask<T>(client: ReleaseClient, call: Call, schema: z.core.$ZodType<T>): Promise<T> {
  const { method = 'GET', path, body, type = 'application/json' } = call;
  const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': type };
  const request = fetch(new URL(path, client.url), { method, headers, body: body ?? null });
  const response = await request.catch(() => {
    throw new ReleaseRefused(`The service at ${client.url} cannot be reached.`, 'unreachable');
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, answer);
  return z.parse(schema, answer);
}

const post = <T>(
  client: ReleaseClient,
  path: string,
  data: unknown,
  schema: z.core.$ZodType<T>,
): Promise<T> => ask(client, { method: 'POST', path, body: JSON.stringify(data) }, schema);

async function upload(
  client: ReleaseClient,
  manifest: Manifest,
  integrity: string,
  source: BuildSource,
): Promise<void> {
  const found = Object.entries(manifest.files).find(([, file]) => file.integrity === integrity);
  if (!found)
    throw new ReleaseRefused(`The service asks for ${integrity}, which is not in this build.`, 'unknown');
  const [path, { type }] = found;
  const hash = integrity.replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_');
  await ask(
    client,
    { method: 'PUT', path: `/api/releases/files/${hash}`, body: await source.read(path), type },
    z.unknown(),
  );
}

async function readManifest({ place, read }: BuildSource): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(new TextDecoder().decode(await read('remote.json'))));
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error);
    throw new ReleaseRefused(`There is no usable build at ${place}:\n${reason}`, 'unusable-build');
  }
}

async function publish(
  client: ReleaseClient,
  source: BuildSource,
  expectedName?: string,
): Promise<Publication> {
  const manifest = await readManifest(source);
  if (expectedName !== undefined && manifest.name !== expectedName) {
    throw new ReleaseRefused(
      `${source.place} is a build of ${manifest.name}, not of ${expectedName}.`,
      'unusable-build',
    );
  }
  const announce = () => post(client, '/api/releases/builds', manifest, publicationSchema);
  try {
    return await announce();
  } catch (error) {
    if (!(error instanceof ReleaseRefused) || error.code !== 'files-missing') throw error;
    for (const integrity of error.files) await upload(client, manifest, integrity, source);
    return announce();
  }
}

/** Publishes the build in a folder (the one with its `remote.json`). Again is harmless. Throws `ReleaseRefused`. */
export const publishBuild = (
  client: ReleaseClient,
  folder: string,
  expectedName?: string,
): Promise<Publication> => publish(client, folderSource(folder), expectedName);

/** The same for a build hosted elsewhere, by the address of its `remote.json`. */
export const publishFrom = (
  client: ReleaseClient,
  address: string,
  expectedName?: string,
): Promise<Publication> => publish(client, addressSource(address), expectedName);

/** Makes `changes` (`mfe-quiz@1.1.0`) live as one set; resolves when they are. Throws `ReleaseRefused`. */
export const promote = (
  client: ReleaseClient,
  changes: readonly string[],
  note?: string,
  force?: boolean,
): Promise<ReleaseStatus> =>
  post(client, '/api/releases/promotions', { changes, note, force }, releaseStatusSchema);

/** Back to the set before, or to the one named. Throws `ReleaseRefused`. */
export const rollback = (client: ReleaseClient, to?: string, note?: string): Promise<ReleaseStatus> =>
  post(client, '/api/releases/rollbacks', { to, note }, releaseStatusSchema);

export const status = (client: ReleaseClient): Promise<ReleaseStatus> =>
  ask(client, { path: '/api/releases/status' }, releaseStatusSchema);

/** Every published version, newest first; of one name, or of all. */
export const listBuilds = (client: ReleaseClient, name?: string): Promise<PublishedBuilds> =>
  ask(
    client,
    { path: `/api/releases/builds${name ? `?name=${encodeURIComponent(name)}` : ''}` },
    publishedBuildsSchema,
  );

export const audit = (client: ReleaseClient): Promise<ReleaseAudit> =>
  ask(client, { path: '/api/releases/audit' }, releaseAuditSchema);
