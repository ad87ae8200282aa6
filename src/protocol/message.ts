/**
 * The messages of a channel as they cross the wire, and how one is recognised: by own members of the
 * expected types and bounded sizes, whatever else it carries.
 */
import { isRecord } from '../core/json/unknownJson';

/** One message; calls are answered under their `id`, notifications are not. */
export type Message =
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'notify'; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'result'; readonly id: string; readonly value?: unknown }
  | {
      readonly kind: 'error';
      readonly id: string;
      readonly code: RemoteErrorCode;
      readonly message: string;
    };

const ERROR_CODES = ['refused', 'failed', 'untrusted', 'no-environment', 'broken', 'disposed'] as const;

/** Why a call has no result; see RemoteError. */
export type RemoteErrorCode = (typeof ERROR_CODES)[number];

const MAX_NAME = 200;
const MAX_ARGUMENTS = 8;

/** The message in `received`; absent when it is none, or one of another session. */
export function readMessage(received: unknown, session: string): Message | undefined {
  if (!isRecord(received) || own(received, 'session') !== session) {
    return undefined;
  }
  const kind = own(received, 'kind');
  return kind === 'call' || kind === 'notify' ? readRequest(kind, received) : readAnswer(kind, received);
}

function readRequest(kind: 'call' | 'notify', received: object): Message | undefined {
  const [id, name, args] = [own(received, 'id'), own(received, 'name'), own(received, 'args')];
  if (!isShort(name) || !isArguments(args)) {
    return undefined;
  }
  if (kind === 'notify') {
    return { kind, name, args };
  }
  return isShort(id) ? { kind, id, name, args } : undefined;
}

function readAnswer(kind: unknown, received: object): Message | undefined {
  const id = own(received, 'id');
  if (!isShort(id)) {
    return undefined;
  }
  if (kind === 'result') {
    return { kind, id, value: own(received, 'value') };
  }
  const [code, message] = [own(received, 'code'), own(received, 'message')];
  const isError = kind === 'error' && isErrorCode(code) && typeof message === 'string';
  return isError ? { kind, id, code, message } : undefined;
}

function own(record: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(record, name)?.value;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME;
}

function isArguments(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= MAX_ARGUMENTS;
}

function isErrorCode(value: unknown): value is RemoteErrorCode {
  return ERROR_CODES.some((code) => code === value);
}
