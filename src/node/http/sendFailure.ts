/**
 * What went wrong between two machines, in the user's words: one sentence what, one what to do. Node's
 * error codes go in; nothing of the request but its host comes out, so no message can carry a credential.
 */
import type { SendFailure } from '../../core/ports';
import type { DecodingFault } from './decode';
import type { StopReason } from './deadline';
import type { Proxy } from './proxy';
import { bodyTooLarge, headersTooLarge, type Limits } from './receive';
import { Refusal } from './refusal';
import { hostAndPort, type Target } from './target';
import { explainTls } from './tlsFailure';

/** Where and how far an exchange had got. */
export interface FaultPlace {
  readonly target: Target;
  /** Present when the fault lies between us and the proxy. */
  readonly proxy?: Proxy;
  /** Status and header lines had arrived. */
  readonly answered: boolean;
  readonly limits: Limits;
}

/** Explains an error of Node's sockets, HTTP parser or TLS, or of ours. */
export function explainFault(fault: unknown, place: FaultPlace): SendFailure {
  if (fault instanceof Refusal) {
    return fault.failure;
  }
  const code = codeOf(fault);
  if (place.proxy !== undefined) {
    return explainProxy(fault, code, place.proxy, place.target);
  }
  return (
    explainAddress(code, place) ??
    explainTls(code, hostAndPort(place.target)) ??
    explainConversation(fault, code, place)
  );
}

/** Explains why the exchange was stopped. */
export function explainStop(
  reason: StopReason,
  { target, answered }: Pick<FaultPlace, 'target' | 'answered'>,
  timeoutMs: number,
): SendFailure {
  if (reason === 'cancelled') {
    return { code: 'cancelled', message: 'The request was cancelled.', todo: 'Run it again.' };
  }
  const where = hostAndPort(target);
  return {
    code: 'timeout',
    message: answered
      ? `The answer of ${where} was not complete after ${timeoutMs} ms.`
      : `${where} did not answer within ${timeoutMs} ms.`,
    todo: 'Find out why it is slow, or give the request more time with timeoutMs.',
  };
}

/** Explains why a body could not be decoded. */
export function explainDecoding(fault: DecodingFault, limits: Limits): SendFailure {
  const todo = 'Correct the Content-Encoding of the answer, or ask for none with Accept-Encoding: identity.';
  switch (fault.kind) {
    case 'too-large':
      return bodyTooLarge(limits.maxBodyBytes);
    case 'corrupt':
      return { code: 'decoding', message: `The body is not complete and valid ${fault.coding}.`, todo };
    case 'unknown':
      return {
        code: 'decoding',
        message: `The body is encoded as ${JSON.stringify(fault.coding)}, which cannot be read here.`,
        todo,
      };
    case 'too-many':
      return { code: 'decoding', message: 'The body is encoded more than five times over.', todo };
  }
}

/** The code of a Node error, or of the first one of several addresses that were tried; else empty. */
export function codeOf(fault: unknown): string {
  if (!(fault instanceof Error)) {
    return '';
  }
  const { code } = fault as NodeJS.ErrnoException;
  if (code === 'EPROTO') {
    return opensslCode(fault.message) ?? code;
  }
  if (typeof code === 'string') {
    return code;
  }
  return fault instanceof AggregateError ? codeOf(fault.errors[0]) : '';
}

/** OpenSSL's reason, of which older versions of Node make no code: `…:SSL routines:f:wrong version number:…`. */
function opensslCode(message: string): string | undefined {
  const reason = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  return reason === undefined ? undefined : `ERR_SSL_${reason.toUpperCase().replace(/ /g, '_')}`;
}

function explainAddress(code: string, { target }: FaultPlace): SendFailure | undefined {
  const where = hostAndPort(target);
  switch (code) {
    case 'ECONNREFUSED':
      return {
        code: 'connection-refused',
        message: `Nothing listens at ${where}.`,
        todo: 'Start the API or correct the address.',
      };
    case 'ENOTFOUND':
      return {
        code: 'dns',
        message: `The host ${target.host} is not known.`,
        todo: 'Check its spelling and your network.',
      };
    case 'EAI_AGAIN':
    case 'ETIMEOUT':
    case 'ESERVFAIL':
      return {
        code: 'dns',
        message: `The host ${target.host} could not be looked up.`,
        todo: 'Check your network and its DNS server.',
      };
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'connection-failed',
        message: `${where} cannot be reached (${code}).`,
        todo: 'Check the address, your network, VPN and firewall.',
      };
    default:
      return undefined;
  }
}

function explainConversation(fault: unknown, code: string, place: FaultPlace): SendFailure {
  const where = hostAndPort(place.target);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return headersTooLarge(place.limits.maxHeaderBytes);
  }
  if (code.startsWith('ERR_HTTP2_')) {
    return {
      code: 'protocol',
      message: `${where} broke off its answer over HTTP/2 (${code}).`,
      todo: 'Look into the log of the server, or switch http2 off in the environment.',
    };
  }
  if (code.startsWith('HPE_')) {
    return {
      code: 'protocol',
      message: place.answered
        ? `${where} broke the rules of HTTP in the middle of its answer (${code}).`
        : `${where} does not answer in HTTP (${code}).`,
      todo: 'Check the port, and whether the address should begin with http:// or https://.',
    };
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') {
    return {
      code: 'connection-reset',
      message: place.answered
        ? `${where} closed the connection in the middle of its answer.`
        : `${where} closed the connection without an answer.`,
      todo: 'Look into the log of the server, and try again.',
    };
  }
  if (/^ERR_(INVALID|UNESCAPED|HTTP)_/.test(code)) {
    return {
      code: 'not-sendable',
      message: `Node's HTTP client cannot send this request (${code}).`,
      todo: 'Look for unusual header lines.',
    };
  }
  return {
    code: 'connection-failed',
    message: `The exchange with ${where} failed (${code === '' ? describe(fault) : code}).`,
    todo: 'Check the address and your network.',
  };
}

function explainProxy(fault: unknown, code: string, proxy: Proxy, target: Target): SendFailure {
  const why =
    explainTls(code, proxy.shown)?.message ??
    PROXY_TROUBLE.get(code) ??
    socksTrouble(fault) ??
    `it failed (${code === '' ? describe(fault) : code}).`;
  return {
    code: 'proxy',
    message: `The proxy ${proxy.shown} did not connect to ${hostAndPort(target)}: ${why}`,
    todo: 'Check the address of the proxy, or exempt the host from it (NO_PROXY).',
  };
}

const PROXY_TROUBLE: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens at its address.'],
  ['ENOTFOUND', 'its host is not known.'],
  ['EAI_AGAIN', 'its host could not be looked up.'],
  ['ECONNRESET', 'it closed the connection.'],
  ['ETIMEDOUT', 'it does not answer.'],
]);

/** What the SOCKS package says in its messages only: a system error, or the reason of the server. */
function socksTrouble(fault: unknown): string | undefined {
  const message = fault instanceof Error ? fault.message : '';
  const system = PROXY_TROUBLE.get(/\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? '');
  const reason = / - (\w+)$/.exec(message)?.[1];
  return system ?? (reason === undefined ? undefined : `it said ${reason}.`);
}

function describe(fault: unknown): string {
  return fault instanceof Error ? fault.name : 'unknown';
}
