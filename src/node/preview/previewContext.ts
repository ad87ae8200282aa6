/**
 * What a preview is made from: the request and everything that it would be sent with, the values of the last run,
 * and placeholders for what has none. In a workspace that is not trusted neither secrets nor files of bodies are
 * read.
 */
import { randomBytes } from 'node:crypto';
import { defined } from '../../core/defined';
import { isMadeAnew } from '../../core/prepare/builtIns';
import type { SecretSource } from '../../core/permission/secret';
import { UserError } from '../../core/errors';
import type { Filled } from '../../core/form/segments';
import { isArray, parseJson, type JsonObject, type JsonValue } from '../../core/json/json';
import { credentialVariables, writtenAround } from '../../core/masking/credentialVariables';
import { createRedactor, type Redactor } from '../../core/masking/redact';
import type { ChainRequest } from '../../core/model';
import { nothingSensitive } from '../../core/permission/sensitive';
import { vouchesForAll } from '../../core/permission/vouching';
import { chainsOf, underColumns, type LoadedChain } from '../../core/run/plan';
import type { Files } from '../../core/ports';
import type { PrepareContext } from '../../core/prepare/prepare';
import { rowVariables, type RunMemory } from '../../core/run/runStep';
import { standingIn } from '../../core/run/standIns';
import {
  createScope,
  type ExtractedValue,
  type OuterScope,
  type RequestScope,
  type Scope,
} from '../../core/prepare/scope';
import { createFiller } from '../../core/prepare/fill';
import { flowLocation, jsonTexts } from '../../core/prepare/references';
import { findUses, plainText } from '../../core/prepare/template';
import { outerValues, reachableNames } from '../../core/prepare/writtenValues';
import type { ExecuteSettings } from '../run/executeSettings';
import { loadRun, memoryOf, type LoadedRun, type RunFiles } from '../files/loadRun';
import { loadFakeData } from '../run/fakeData';
import { nodeHash, nodeRandom, systemClock, systemRandom } from '../run/nodePorts';
import { createPlaceholders, type Placeholders } from './placeholders';
import { watchedSecrets } from '../results/redactedRun';
import { runSecrets } from '../secrets/runSecrets';
import { pseudonyms } from '../secrets/pseudonyms';
import { createFiles } from '../files/workspaceFiles';

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
  'overrides' | 'secrets' | 'remedies' | 'maskingKey' | 'userAgent'
>;

/** A request to preview, and the input for preparing it. */
export interface PreviewContext {
  readonly request: ChainRequest;
  readonly context: PrepareContext;
  readonly placeholders: Placeholders;
  readonly redactor: Redactor;
  /** What references became so far, by how they are written. */
  readonly filled: ReadonlyMap<string, Filled>;
  /** Names of secrets without a value, that references name themselves or through constants. */
  readonly missingSecrets: ReadonlySet<string>;
}

/**
 * Reads what a preview is made from.
 *
 * @throws UserError when a file is missing or invalid, or the chain has no such request
 */
export async function previewContext(job: PreviewJob, settings: PreviewSettings): Promise<PreviewContext> {
  const run = await loadRun({ ...job, oneRow: job.known?.row?.number ?? 1 }, settings.overrides);
  const { main } = run;
  const placeholders = createPlaceholders(randomBytes(6).toString('hex'));
  const pseudonym = pseudonyms(settings.maskingKey);
  const redactor = createRedactor({ pseudonym: (value) => placeholders.codeOf(value) ?? pseudonym(value) });
  const memory = memoryOf(job.known, run);
  learnCredentials(run, memory, redactor);
  const request = requestNamed(main, job.requestId);
  const scope = forFirstItem(request, await scopeFor({ job, settings, run, memory, redactor }));
  const filled = new Map<string, Filled>();
  const missingSecrets = new Set<string>();
  return {
    request,
    context: {
      chain: main.chain,
      chainFile: main.file,
      scope: withPlaceholders(scope, job.shown, placeholders, {
        filled,
        missingSecrets,
        generated: generatedVariables(request.variables ?? {}),
      }),
      cookies: memory?.cookies ?? NO_COOKIES,
      files: job.trusted ? createFiles(job.workspace) : unreadFiles(placeholders),
      random: systemRandom,
      userAgent: settings.userAgent,
    },
    placeholders,
    redactor,
    filled,
    missingSecrets,
  };
}

/** The scope of a request; of one with a loop, for its first item, as far as that is known. */
function forFirstItem({ forEach, variables }: ChainRequest, outer: OuterScope): RequestScope {
  const scope = outer.forRequest(variables);
  if (forEach?.kind !== 'items') {
    return scope;
  }
  const filler = createFiller(scope);
  const list = filler.operand(forEach.in, flowLocation('forEach'));
  const first = isArray(list) && filler.missing.length === 0 ? list[0] : undefined;
  return first === undefined
    ? scope
    : outer
        .forFirstItem(new Map([[forEach.as, { value: first, source: 'item', sensitive: filler.sensitive }]]))
        .forRequest(variables);
}

const NO_COOKIES = { header: () => undefined };

function requestNamed({ file, chain }: LoadedChain, id: string): ChainRequest {
  const request = chain.requests.find((candidate) => candidate.id === id);
  if (request === undefined) {
    throw new UserError(
      `${file} has no request "${id}".`,
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

async function scopeFor({ job, settings, run, memory, redactor }: ScopeParts): Promise<OuterScope> {
  const { main, required, authored } = run;
  const extractedBy = (file: string): ReadonlyMap<string, ExtractedValue> =>
    memory?.extracted.get(file) ?? new Map<string, ExtractedValue>();
  const secrets = job.trusted ? await runSecrets(job, settings, authored, vouchesForAll) : UNREAD_SECRETS;
  return createScope(
    {
      extracted: extractedBy(main.file),
      overrides: settings.overrides,
      ...defined({ row: rowVariables(run, run.data?.rows[0]) }),
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
    // Nothing is sent: what could not be masked elsewhere need not be there at all.
    standingIn({
      clock: systemClock,
      random: nodeRandom(await loadFakeData(writtenFor(job, run))),
      hash: nodeHash,
      secrets: watchedSecrets(secrets, redactor),
    }),
    new Map(),
  );
}

/** What gets a value of its own in a preview; random data elsewhere has a placeholder. */
function writtenFor({ requestId }: PreviewJob, { main, required, authored, data }: LoadedRun): string {
  return JSON.stringify([
    requestNamed(main, requestId),
    [main, ...required].map(({ chain }) => chain.variables),
    authored.environment?.variables,
    data?.isAuthored === true ? data.rows : undefined,
  ]);
}

/** What references became while a request is filled in. */
interface Lookups {
  readonly filled: Map<string, Filled>;
  readonly missingSecrets: Set<string>;
  /** Variables of the request that have another value for each attempt. */
  readonly generated: ReadonlySet<string>;
}

/** The scope, with what is shown of older values, and placeholders for everything that has none. */
function withPlaceholders(
  scope: RequestScope,
  shown: ReadonlyMap<string, string>,
  placeholders: Placeholders,
  { filled, missingSecrets, generated }: Lookups,
): RequestScope {
  return {
    ...scope,
    lookup(reference) {
      const text = referenceText(reference);
      const found = scope.lookup(reference);
      const isLate = found.ok && found.found.bound === true && isKnownLate(scope, placeholders);
      if (isLate || namesIn(text).some((name) => isMadeAnew(name) || generated.has(name))) {
        filled.set(text, { kind: 'generated' });
        return standing(placeholders.generated(text));
      }
      const older = shown.get(reference.name);
      if (found.ok || (older !== undefined && found.message === undefined)) {
        const value = found.ok ? found.found.value : valueOf(older ?? '');
        filled.set(text, { kind: 'value', value });
        return found.ok ? found : standing(value);
      }
      const { message, missingSecret } = found;
      if (missingSecret !== undefined) {
        missingSecrets.add(missingSecret);
      }
      filled.set(text, { kind: 'missing', ...defined({ why: message }) });
      return standing(placeholders.unresolved(text, message));
    },
  };
}

/** Bytes of a body that a preview does not compute with. */
const MAX_BODY = 1_000_000;

/** Whether what the request says of itself is known only when it is sent: placeholders are in it, or it is large. */
function isKnownLate({ facts }: Pick<RequestScope, 'facts'>, { remarks }: Placeholders): boolean {
  return remarks.length > 0 || (facts.body?.bytes.length ?? 0) > MAX_BODY;
}

function namesIn(text: string): readonly string[] {
  return findUses(text).map(({ name }) => name);
}

/** The variables of a request that are made for each attempt, through each other too. */
function generatedVariables(variables: JsonObject): ReadonlySet<string> {
  const usedBy = (name: string): readonly string[] =>
    jsonTexts(variables[name] ?? null).flatMap(({ text }) => namesIn(text));
  const own = Object.keys(variables);
  return new Set(
    own.filter((name) =>
      [...reachableNames([name], (inner) => (own.includes(inner) ? usedBy(inner) : []))].some(isMadeAnew),
    ),
  );
}

/** A scope in which every reference has its placeholder. */
export function templateScope(placeholders: Placeholders): RequestScope {
  return {
    lookup: (reference) => standing(placeholders.standIn(referenceText(reference))),
    facts: {},
    again: () => templateScope(placeholders),
  };
}

function referenceText({ name, args }: Parameters<Scope['lookup']>[0]): string {
  return `{{${[name, ...args].join(' ')}}}`;
}

function standing(value: JsonValue): ReturnType<Scope['lookup']> {
  return { ok: true, found: { value, source: 'extracted', sensitive: nothingSensitive } };
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
  const outer = outerValues(
    run.required.map(({ chain }) => chain),
    run.loaded?.environment,
  );
  const chains = chainsOf(run).map(({ chain }) => chain);
  const outside = writtenAround(chains, underColumns(run.data, outer));
  for (const chain of chains) {
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

const UNREAD_SECRETS: SecretSource = {
  secret: () => UNREAD,
  processEnv: () => UNREAD,
  dotenv: () => UNREAD,
  computed: (secret) => secret,
};

function unreadFiles(placeholders: Placeholders): Files {
  const message = 'Files are not read in a workspace that is not trusted. Trust it to see them.';
  return {
    bytes: (file) =>
      Promise.resolve(new TextEncoder().encode(placeholders.unresolved(`‹contents of ${file}›`, message))),
  };
}
