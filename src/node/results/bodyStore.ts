/**
 * Long bodies of a run on the disk instead of in memory, so that a run of 10,000 requests stays flat.
 *
 * A body leaves its beginning in the event and itself in a file of the store's folder. Bodies arrive here
 * redacted. A result may come from a cloned folder, so its keys and the files behind them are a stranger's:
 * only keys of our own form are read, only ordinary files, and an existing file is never written over.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../core/errors';
import type {
  RecordedBody,
  PartResult,
  RecordedExchange,
  RequestResult,
  RunEvent,
  SavedExample,
} from '../../core/result/result';
import { beginning } from '../../core/shownText';
import { makeFolder } from '../files/makeFolder';
import { readRegularFile } from '../files/regularFile';

/** The bodies of one result. */
export interface BodyStore {
  /** Keeps the content of a body; rejects when the key is taken. */
  keep(key: string, content: string): Promise<void>;
  /** The content under a key. Rejects with a UserError when there is none. */
  read(key: string): Promise<string>;
  /** Deletes the folder with all bodies. */
  dispose(): Promise<void>;
}

/** How much of the bodies stays in memory, in UTF-16 code units of their content. */
export interface BodyLimits {
  /** A longer body goes to the disk. */
  readonly perBody: number;
  /** For all bodies of a run together; once it is reached, every long body is moved out, and a shorter beginning stays. */
  readonly total: number;
}

/** Bytes of a stored body that stay in the event; shorter bodies are not stored. */
export const bodyBeginning = 4096;

/** The same once the bodies of a run fill the memory they may have: enough to recognise one. */
export const shortBeginning = 1024;

/** Longest content that is read back: what a body cap of 200 MB makes as base64. */
const maxContent = 300 * 1024 * 1024;

/** A store in a folder of its own, made when the first body comes. */
export function createBodyStore(folder: string): BodyStore {
  let made: Promise<unknown> | undefined;
  return {
    async keep(key, content) {
      checkKey(key);
      made ??= makeFolder(folder, 0o700);
      await made;
      await writeFile(join(folder, key), content, { flag: 'wx', mode: 0o600 });
    },
    async read(key) {
      checkKey(key);
      const reading = await readRegularFile(join(folder, key), maxContent);
      if (!reading.ok) {
        throw lost(key);
      }
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(reading.bytes);
    },
    dispose() {
      made = undefined;
      return rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Further saved examples are looked at one by one. They have a room of their own, so that they take none from the
 * exchanges that previews read.
 */
const exampleLimits: BodyLimits = { perBody: 2 ** 16, total: 2 ** 22 };

/** Makes the step that every event of one run passes through: the same event, its long bodies stored. */
export function createBodySpiller(
  store: Pick<BodyStore, 'keep'>,
  limits: BodyLimits,
): (event: RunEvent) => Promise<RunEvent> {
  const spill = createRoom(store, limits);
  const spillExample = createRoom(store, exampleLimits);
  /** How many parts came of each request. */
  const parts = new Map<number, number>();
  return async (event) => {
    switch (event.type) {
      case 'part-finished': {
        // Items of loops, and requests of chains that are steps, within each other: only their number is unique.
        const number = parts.get(event.index) ?? 0;
        parts.set(event.index, number + 1);
        const keep: ChangeBody = (body, part) => spill(body, `${event.index}-item-${number}-${part}`);
        return { ...event, result: await changeBodies(event.result, keep) };
      }
      case 'request-finished': {
        const keep: ChangeBody = (body, part, example) =>
          example === undefined
            ? spill(body, `${event.index}-${part}`)
            : spillExample(body, `${event.index}-example-${example}-${part}`);
        return { ...event, result: await changeBodies(event.result, keep) };
      }
      default:
        return event;
    }
  };
}

type KeepBody = (body: RecordedBody, key: string) => Promise<RecordedBody>;

/** Keeps bodies in memory while there is room for them. */
function createRoom(store: Pick<BodyStore, 'keep'>, limits: BodyLimits): KeepBody {
  let inMemory = 0;
  return async (body, key) => {
    const { length } = body.content;
    if (length <= bodyBeginning || (length <= limits.perBody && inMemory + length <= limits.total)) {
      inMemory += length;
      return body;
    }
    const content = beginningOf(
      body,
      inMemory + bodyBeginning <= limits.total ? bodyBeginning : shortBeginning,
    );
    inMemory += content.length;
    await store.keep(key, body.content);
    return { ...body, content, stored: key };
  };
}

/** The whole of a body, from the store when only its beginning is there. */
export async function restoreBody(body: RecordedBody, store: BodyStore): Promise<RecordedBody> {
  const { stored, ...whole } = body;
  return stored === undefined ? body : { ...whole, content: await store.read(stored) };
}

/** @param example position among the further examples; absent for the exchange of the result */
type ChangeBody = (
  body: RecordedBody,
  part: 'request' | 'response',
  example?: number,
) => Promise<RecordedBody>;

/** A result with each of its bodies changed, one after the other: there may be more of them than files may be open. */
export async function changeBodies<Result extends RequestResult>(
  result: Result,
  change: ChangeBody,
): Promise<Result> {
  const { exchange, examples, parts } = result;
  const changed: SavedExample[] = [];
  for (const [position, example] of (examples ?? []).entries()) {
    changed.push({ ...example, exchange: await changeExchange(example.exchange, change, position) });
  }
  const changedParts: PartResult[] = [];
  for (const part of parts ?? []) {
    changedParts.push(await changeBodies(part, change));
  }
  return {
    ...result,
    ...(exchange === undefined ? {} : { exchange: await changeExchange(exchange, change) }),
    ...(examples === undefined ? {} : { examples: changed }),
    ...(parts === undefined ? {} : { parts: changedParts }),
  };
}

async function changeExchange(
  exchange: RecordedExchange,
  change: ChangeBody,
  example?: number,
): Promise<RecordedExchange> {
  const { request, response } = exchange;
  return {
    ...exchange,
    request:
      request.body === undefined
        ? request
        : { ...request, body: await change(request.body, 'request', example) },
    ...(response === undefined
      ? {}
      : { response: { ...response, body: await change(response.body, 'response', example) } }),
  };
}

/** Copied through bytes, because a slice of a string would keep the whole string in memory. */
function beginningOf({ content }: RecordedBody, size: number): string {
  const bytes = Buffer.from(content.slice(0, size + 1), 'utf8');
  let end = size;
  while (isContinuation(bytes[end])) {
    end -= 1;
  }
  const text = bytes.toString('utf8', 0, end);
  return Buffer.from(beginning(content, text.length)).toString();
}

/** A byte inside a UTF-8 character; base64 has none, and the limits are multiples of its four. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function checkKey(key: string): void {
  if (!/^\d{1,9}-(?:(?:example|item)-\d{1,9}-)?(?:request|response)$/.test(key)) {
    throw lost(key);
  }
}

function lost(key: string): UserError {
  return new UserError(
    `The body ${JSON.stringify(key.slice(0, 100))} of this result is not in its folder.`,
    'Run the chain again to record it.',
  );
}
