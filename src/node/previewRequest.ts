/**
 * Previewing a request: prepared by the code that sends, with the values of the last run, and never sent.
 *
 * A reference without a value gets a placeholder that survives every encoding, so that the rest of the
 * request can be seen; the same goes for what is made anew for each request (`{{$guid}}`). In a workspace
 * that is not trusted neither secrets nor files of bodies are read.
 */
import { randomBytes } from 'node:crypto';
import type { SecretSource } from '../core/builtIns';
import { credentialVariables } from '../core/masking/credentialVariables';
import { UserError } from '../core/errors';
import { parseJson } from '../core/json';
import type { JsonValue } from '../core/json';
import type { Auth, ChainRequest, HeaderLine, HttpRequest } from '../core/model';
import type { LoadedChain } from '../core/plan';
import type { Files } from '../core/ports';
import { prepareRequest } from '../core/prepare';
import type { Preview, PreviewedRequest } from '../core/previewText';
import { recordBody } from '../core/record';
import { createRedactor } from '../core/masking/redact';
import type { Redactor } from '../core/masking/redact';
import type { RunMemory } from '../core/runStep';
import { createScope } from '../core/scope';
import type { ExtractedValue, Scope } from '../core/scope';
import { plainText } from '../core/template';
import { outerValues } from '../core/writtenValues';
import type { ExecuteSettings } from './execute';
import { loadRun } from './loadRun';
import type { LoadedRun, RunFiles } from './loadRun';
import { systemClock, systemRandom } from './nodePorts';
import { createPlaceholders } from './placeholders';
import type { Placeholders } from './placeholders';
import { watchedSecrets } from './redactedRun';
import { runSecrets } from './runSecrets';
import { pseudonyms } from './wireRun';
import { createFiles } from './workspaceFiles';

/** What to preview. */
export interface PreviewJob extends RunFiles {
  readonly requestId: string;
  /** What the last run left in memory. */
  readonly known?: RunMemory;
  /** JSON texts by variable, masked: what is still shown of values that are in memory no more. */
  readonly shown: ReadonlyMap<string, string>;
  /** False in Restricted Mode. */
  readonly trusted: boolean;
}

/** How a preview is made; the same as for sending. */
export type PreviewSettings = Pick<
  ExecuteSettings,
  'overrides' | 'secrets' | 'remedies' | 'approval' | 'maskingKey' | 'userAgent'
>;

/**
 * Previews a request.
 *
 * @throws UserError when a file is missing or invalid, or the chain has no such request
 */
export async function previewRequest(job: PreviewJob, settings: PreviewSettings): Promise<Preview> {
  const run = await loadRun(job, settings.overrides);
  const { main, loaded } = run;
  const request = requestNamed(main, job.requestId);
  const placeholders = createPlaceholders(randomBytes(6).toString('hex'));
  const pseudonym = pseudonyms(settings.maskingKey);
  const redactor = createRedactor({ pseudonym: (value) => placeholders.codeOf(value) ?? pseudonym(value) });
  const memory = job.known?.environment === loaded?.environment.name ? job.known : undefined;
  learnCredentials(run, memory, redactor);
  const scope = await scopeFor({ job, settings, run, memory, redactor });
  const preparation = await prepareRequest(request, {
    chain: main.chain,
    chainFile: main.file,
    scope: withPlaceholders(scope, job.shown, placeholders),
    cookies: memory?.cookies ?? NO_COOKIES,
    files: job.trusted ? createFiles(job.workspace) : unreadFiles(placeholders),
    random: systemRandom,
    userAgent: settings.userAgent,
  });
  const { remarks } = placeholders;
  // What is wrong with a request that has gaps may be the gaps.
  const reason = preparation.kind === 'not-sendable' && remarks.length === 0 ? [preparation.message] : [];
  const sent = preparation.kind === 'ready' ? recorded(preparation.prepared.request) : asWritten(request);
  return {
    remarks: [...remarks, ...reason, ...authRemarks(request.auth, main.chain.auth)],
    request: restored(maskRequest(sent, redactor), placeholders),
  };
}

function requestNamed({ file, chain }: LoadedChain, id: string): ChainRequest {
  const request = chain.requests.find((candidate) => candidate.id === id);
  if (request === undefined) {
    throw new UserError(
      `There is no request "${id}" in ${file}.`,
      'It may have been renamed or removed: choose the request again.',
    );
  }
  return request;
}

interface ScopeParts {
  readonly job: PreviewJob;
  readonly settings: PreviewSettings;
  readonly run: LoadedRun;
  readonly memory: RunMemory | undefined;
  readonly redactor: Redactor;
}

async function scopeFor({ job, settings, run, memory, redactor }: ScopeParts): Promise<Scope> {
  const { main, required, authored } = run;
  const extractedBy = (file: string): ReadonlyMap<string, ExtractedValue> =>
    memory?.extracted.get(file) ?? new Map<string, ExtractedValue>();
  const secrets = job.trusted ? await runSecrets(job, settings, authored) : UNREAD_SECRETS;
  return createScope(
    {
      extracted: extractedBy(main.file),
      overrides: settings.overrides,
      chain: { file: main.file, variables: main.chain.variables },
      requires: required.toReversed().map(({ file, chain }) => ({
        file,
        variables: chain.variables,
        extracted: extractedBy(file),
      })),
      environment: {
        file: authored.environmentFile,
        variables: authored.environment?.variables ?? {},
      },
    },
    { clock: systemClock, random: systemRandom, secrets: watchedSecrets(secrets, redactor) },
    new Map(),
  );
}

/** Built-ins that give another value for each request. */
const MADE_ANEW = /^\$(?:guid|uuid|timestamp|isoTimestamp|randomInt|datetime)$/;

/** The scope, with what is shown of older values, and placeholders for everything that has none. */
function withPlaceholders(
  scope: Scope,
  shown: ReadonlyMap<string, string>,
  placeholders: Placeholders,
): Scope {
  const stand = (value: JsonValue): ReturnType<Scope['lookup']> => ({
    ok: true,
    found: { value, source: 'extracted', secrets: [], fromResponse: true },
  });
  return {
    lookup(reference) {
      const text = `{{${[reference.name, ...reference.args].join(' ')}}}`;
      if (MADE_ANEW.test(reference.name)) {
        return stand(placeholders.madeAnew(text));
      }
      const found = scope.lookup(reference);
      const older = shown.get(reference.name);
      if (found.ok || (older !== undefined && found.message === undefined)) {
        return found.ok ? found : stand(valueOf(older ?? ''));
      }
      return stand(placeholders.unresolved(text, found.message));
    },
  };
}

/** A mask need not be JSON. */
function valueOf(shown: string): JsonValue {
  try {
    return parseJson(shown);
  } catch {
    return shown;
  }
}

function learnCredentials(run: LoadedRun, memory: RunMemory | undefined, redactor: Redactor): void {
  const outside = outerValues(
    run.required.map(({ chain }) => chain),
    run.loaded?.environment,
  );
  for (const { chain } of [...run.required, run.main]) {
    for (const name of credentialVariables(chain, outside)) {
      for (const values of memory?.extracted.values() ?? []) {
        const extracted = values.get(name);
        if (extracted !== undefined) {
          redactor.learn(plainText(extracted.value));
        }
      }
    }
  }
}

const UNREAD = {
  ok: false,
  message: 'Secrets are not read in a workspace that is not trusted. Trust it to see what they are used for.',
} as const;

const UNREAD_SECRETS: SecretSource = { secret: () => UNREAD, processEnv: () => UNREAD, dotenv: () => UNREAD };

function unreadFiles(placeholders: Placeholders): Files {
  const message = 'Files are not read in a workspace that is not trusted. Trust it to see them.';
  return {
    bytes: (file) =>
      Promise.resolve(new TextEncoder().encode(placeholders.unresolved(`‹contents of ${file}›`, message))),
  };
}

const NO_COOKIES = { header: () => undefined };

/** What is added only while a request is sent. */
function authRemarks(own: Auth, inherited: Auth | undefined): readonly string[] {
  const { type } = own.type === 'inherit' ? (inherited ?? own) : own;
  switch (type) {
    case 'oauth2':
      return [
        'The Authorization header is added when the request is sent, with a token from the token endpoint.',
      ];
    case 'digest':
      return ['The Authorization header is added when the server asks for it (Digest).'];
    case 'awsSigV4':
      return ['The signature headers of AWS are added when the request is sent.'];
    case 'none':
    case 'inherit':
    case 'bearer':
    case 'basic':
    case 'apiKey':
      return [];
  }
}

function recorded({ method, url, headers, body }: HttpRequest): PreviewedRequest {
  return { method, url, headers, ...(body === undefined ? {} : { body: recordBody(body, headers) }) };
}

function asWritten({ method, url, headers }: ChainRequest): PreviewedRequest {
  return { method, url, headers: headers.filter(({ disabled }) => !disabled) };
}

function maskRequest(request: PreviewedRequest, redactor: Redactor): PreviewedRequest {
  const { method, url, headers, body } = request;
  redactor.learnFromExchange({ request, redirects: [], timings: { totalMs: 0 } });
  return {
    method,
    url: redactor.url(url),
    headers: headers.map((line) => redactor.header(line)),
    ...(body === undefined ? {} : { body: redactor.body(body) }),
  };
}

/** With references in place of the placeholders. The length of the body is not known then. */
function restored(
  { method, url, headers, body }: PreviewedRequest,
  { restore, remarks }: Placeholders,
): PreviewedRequest {
  const isLength = ({ name }: HeaderLine): boolean => name.toLowerCase() === 'content-length';
  return {
    method,
    url: restore(url),
    headers: headers
      .filter((line) => remarks.length === 0 || !isLength(line))
      .map(({ name, value }) => ({ name: restore(name), value: restore(value) })),
    ...(body === undefined ? {} : { body: { ...body, content: restore(body.content) } }),
  };
}
