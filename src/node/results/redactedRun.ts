/**
 * The step between a run and everything that shows, writes or sends it: events come out masked, and long
 * bodies come out stored.
 */
import { randomBytes } from 'node:crypto';
import type { Secret, SecretLookup, SecretSource } from '../../core/permission/secret';
import {
  credentialVariables,
  isComputedCredential,
  madeOfCredentials,
  writtenAround,
  type MadeOfCredentials,
} from '../../core/masking/credentialVariables';
import { parseJson } from '../../core/json/json';
import { chainsOf, type RunPlan } from '../../core/run/plan';
import { isSearchable } from '../../core/masking/secretForms';
import type { Redactor } from '../../core/masking/redact';
import {
  collectParts,
  type RunEvent,
  type UnmaskedEvent,
  type UnmaskedResult,
} from '../../core/result/result';
import type { RunMemory } from '../../core/run/runStep';
import { plainText } from '../../core/prepare/template';

/** Masks again what left a run before the run learned its last secret. */
export interface LateMasking extends Pick<Redactor, 'data' | 'body'> {
  /** How many requests, from the first on, were masked before that. */
  readonly early: number;
}

/** What happens to an event besides. */
export interface EventSteps {
  /** Leaves out what nobody will read, before it is masked. */
  readonly shorten: <Text>(event: RunEvent<Text>) => RunEvent<Text>;
  /** Stores what is long. */
  readonly keepBodies: (event: RunEvent) => Promise<RunEvent>;
  /** Called before the last event, for results that are written when the run is over. */
  readonly maskingAtEnd: (late: LateMasking) => void;
}

/** Masks the events of a run. Returns what the run returns. */
export async function* redactRun(
  run: AsyncIterator<UnmaskedEvent, RunMemory, void>,
  plan: RunPlan,
  redactor: Redactor,
  { shorten, keepBodies, maskingAtEnd }: EventSteps,
): AsyncGenerator<RunEvent, RunMemory, void> {
  const chains = chainsOf(plan).map(({ chain }) => chain);
  const outside = writtenAround(chains, plan.outside);
  const credentials = new Set(chains.flatMap((chain) => [...credentialVariables(chain, outside)]));
  const made = madeOfCredentials(chains, outside);
  const early = countEarly(redactor);
  const withParts = collectParts();
  try {
    for (;;) {
      const step = await run.next();
      if (step.done === true) {
        return step.value;
      }
      if (step.value.type === 'request-finished' || step.value.type === 'part-finished') {
        learnCredentials(step.value.result, { credentials, made }, redactor);
        redactor.learnFromRequest(step.value.result);
        early.masked(step.value.type);
      } else if (step.value.type === 'run-finished') {
        maskingAtEnd({ early: early.count(), data: redactor.data, body: redactor.body });
      }
      const event = withParts(await keepBodies(redactor.event(shorten(step.value))));
      yield event.type === 'run-finished'
        ? { ...event, notes: [...event.notes, ...redactor.notes()] }
        : event;
    }
  } finally {
    // When the reader stops, the run stops: without this it would wait forever for the next read.
    await run.return?.();
  }
}

/**
 * Counts the requests that were masked before the last secret was known; `masked` is called before each is, and before
 * each of its parts.
 */
function countEarly({ revision }: Redactor) {
  let reached = revision();
  let masked = 0;
  let early = 0;
  let atFirstPart: number | undefined;
  const count = (): number => {
    if (revision() !== reached) {
      reached = revision();
      early = masked;
    }
    return early;
  };
  return {
    count,
    masked(type: 'part-finished' | 'request-finished'): void {
      count();
      if (type === 'part-finished') {
        atFirstPart ??= revision();
        return;
      }
      masked += 1;
      if (atFirstPart !== undefined && atFirstPart !== revision()) {
        early = masked;
      }
      atFirstPart = undefined;
    },
  };
}

/**
 * A source of secrets that reports every value it gives to the redactor. One that is too weak to be recognised
 * gets a stand-in. The same secret is always the same object.
 */
export function watchedSecrets(source: SecretSource, redactor: Redactor): SecretSource {
  const weak = new Map<Secret, Secret>();
  const watched = (secret: Secret): Secret => {
    if (isSearchable(secret.value)) {
      redactor.learn(secret.value);
      return secret;
    }
    const known = weak.get(secret) ?? { ...secret, standIn: `secret${randomBytes(16).toString('hex')}` };
    weak.set(secret, known);
    redactor.learnStandIn(known.standIn ?? '', secret);
    return known;
  };
  const watch = (lookup: SecretLookup): SecretLookup =>
    lookup.ok ? { ok: true, secret: watched(lookup.secret) } : lookup;
  return {
    secret: (name) => watch(source.secret(name)),
    processEnv: (name) => watch(source.processEnv(name)),
    dotenv: (name) => watch(source.dotenv(name)),
    computed: (secret) => watched(source.computed(secret)),
  };
}

interface CredentialNames {
  readonly credentials: ReadonlySet<string>;
  readonly made: MadeOfCredentials;
}

function learnCredentials(
  { extractions, substitutions }: UnmaskedResult,
  { credentials, made }: CredentialNames,
  redactor: Redactor,
): void {
  const values = [
    ...extractions.filter(({ variable }) => credentials.has(variable)),
    ...substitutions.filter(({ variable }) => isComputedCredential(variable, made)),
  ];
  for (const { value } of values) {
    if (value !== undefined) {
      redactor.learn(plainText(parseJson(value)));
    }
  }
}
