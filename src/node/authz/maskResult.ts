/**
 * What an authorization run keeps of exchanges: credentials masked and named by their user. Bodies are left out
 * unless somebody asked for their beginning, but for those that attacks send, without which nobody could send
 * them again; what signs somebody in is never kept.
 */
import type { DryRequest } from '../../core/authz/plan/dryRun';
import type { AuthzExchange, AuthzResult, StepKind } from '../../core/authz/model/authzResult';
import { credentialsIn } from '../../core/authz/matrix/matrixCredentials';
import type { SentRequest } from '../../core/authz/act/sender/sender';
import type { Redactor } from '../../core/masking/redact';
import type { Message } from '../../core/message';
import type { RecordedBody, RecordedExchange } from '../../core/result/result';
import { beginning } from '../../core/shownText';

/** What is kept of a body on request. */
const KEPT_BYTES = 2048;

/**
 * Keeps exchanges as they happen: learns their credentials from the whole, then masks and cuts.
 *
 * @param credentials names of the variables that hold credentials
 */
export function exchangeKeeper(
  redactor: Redactor,
  credentials: ReadonlySet<string>,
  keepBodies: boolean,
): (sent: SentRequest, step: StepKind) => RecordedExchange {
  return (sent, step) => {
    const { exchange } = sent;
    credentialsIn(sent, credentials).forEach(redactor.learn);
    redactor.learnFromExchange(exchange);
    const keepAnswer = keepBodies && step !== 'login';
    // What is not kept is not masked either: answers can be large.
    const { request, response, ...rest } = redactor.data(keepAnswer ? exchange : withoutAnswer(exchange));
    const keepSent = keepAnswer || step === 'attack';
    return {
      ...rest,
      request: { ...request, ...(request.body === undefined ? {} : { body: cut(request.body, keepSent) }) },
      ...(response === undefined ? {} : { response: { ...response, body: cut(response.body, keepAnswer) } }),
    };
  };
}

function withoutAnswer({ response, ...rest }: RecordedExchange): RecordedExchange {
  return {
    ...rest,
    ...(response === undefined ? {} : { response: { ...response, body: cut(response.body, false) } }),
  };
}

function cut(body: RecordedBody, keep: boolean): RecordedBody {
  const content = keep && body.encoding === 'utf8' ? beginning(body.content, KEPT_BYTES) : '';
  return { ...body, encoding: 'utf8', content };
}

/** Masks what a dry run shows of a request. The names of cells and users are ours, whatever somebody chose for a password. */
export function maskDryRequest(
  { cell, user, headers, body, ...rest }: DryRequest<Message>,
  { message, data }: Redactor,
): DryRequest {
  return {
    cell,
    user,
    ...data({
      ...rest,
      headers: headers.map(({ name, value }) => ({ name, value: message(value) })),
      ...(body === undefined ? {} : { body: message(body) }),
    }),
  };
}

/** Masks the result once more, now that every credential is known, and names credentials by their users. */
export function maskResult(result: AuthzResult, redactor: Redactor): AuthzResult {
  const masked: AuthzResult = {
    ...result,
    // The names of users and resources are ours: masked, they would put a mask into the name of a mask.
    exchanges: result.exchanges.map(({ user, request, ...rest }) => ({
      user,
      request,
      ...redactor.data(rest),
    })),
    leftovers: result.leftovers.map(({ resource, owner, ...rest }) => ({
      resource,
      owner,
      ...redactor.data(rest),
    })),
  };
  const names = credentialNames(masked.exchanges);
  return mapStrings(masked, (text) =>
    text.replaceAll(MASK, (mask) => names.get(mask) ?? mask),
  ) as AuthzResult;
}

const MASK = /‹secret:[0-9a-f]{4}›/g;
const PROVING = /^(?:authorization|cookie|x-api-key)$/i;

/** By mask: `‹token:alice›` for what proves who alice is, `‹secret:alice›` for whatever else only alice sent or got. */
function credentialNames(exchanges: readonly AuthzExchange[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { user, exchange } of exchanges) {
    for (const { name, value } of exchange?.request.headers ?? []) {
      for (const [mask] of PROVING.test(name) ? value.matchAll(MASK) : []) {
        names.set(mask, names.get(mask) ?? `‹token:${user}›`);
      }
    }
  }
  for (const { user, ...rest } of exchanges) {
    for (const [mask] of JSON.stringify(rest).matchAll(MASK)) {
      names.set(mask, names.get(mask) ?? `‹secret:${user}›`);
    }
  }
  return names;
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return map(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapStrings(item, map));
  }
  return value === null || typeof value !== 'object'
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapStrings(member, map)]));
}
