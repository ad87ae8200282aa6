/**
 * Long bodies of the runs of one command in a private file, so that a run of 10,000 requests needs no more memory
 * than a short one.
 *
 * The file is made when the first body comes, for its owner alone, and loses its name at once: nobody else can open
 * it, and the system frees it however this process ends. Bodies arrive masked. Where the file cannot be written,
 * such as on a full disk, bodies stay in memory, because nothing of a run may be lost.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedBody, RecordedExchange, RequestResult } from '../../core/result/result';
import type { BodyStore } from './bodyStore';
import { temporaryFileName } from '../files/atomicFile';
import { errorCode } from '../files/systemError';

/** The long bodies of one run. */
export interface SpooledBodies extends Pick<BodyStore, 'keep'> {
  /** The request with whole bodies up to `longest` bytes, each changed by `change` after it was read. */
  readonly whole: (
    result: RequestResult,
    change: (body: RecordedBody) => RecordedBody,
    longest?: number,
  ) => RequestResult;
}

/** The long bodies of several runs. */
export interface BodySpool {
  /** Bodies of one more run. */
  readonly begin: () => SpooledBodies;
  /** Forgets all bodies. */
  readonly dispose: () => void;
}

/** A spool whose file lies in a folder (absolute path), such as that of temporary files. */
export function createBodySpool(folder: string): BodySpool {
  const file = createPrivateFile(folder);
  return {
    begin() {
      const kept = new Map<string, Kept>();
      const read = (body: RecordedBody): RecordedBody => {
        const { stored, ...whole } = body;
        return stored === undefined ? body : { ...whole, content: contentOf(kept.get(stored), file) };
      };
      return {
        keep(key, content) {
          kept.set(key, keepIn(file, content));
          return Promise.resolve();
        },
        whole: (result, change, longest = Number.POSITIVE_INFINITY) =>
          withBodies(result, (body) => change(body.size <= longest ? read(body) : body)),
      };
    },
    dispose: file.close,
  };
}

interface PrivateFile {
  /** Adds a text as UTF-8 at the end; returns where its bytes are. */
  readonly append: (text: string) => Place;
  readonly read: (place: Place) => Buffer;
  readonly close: () => void;
}

/** Where a body is: bytes of the file, or its text. A function that reads it could hold the text as well. */
type Kept = string | Place;

interface Place {
  readonly position: number;
  readonly length: number;
}

/** Keeps a text in the file, or in memory where that fails. */
function keepIn(file: PrivateFile, content: string): Kept {
  try {
    return file.append(content);
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    return content;
  }
}

function contentOf(kept: Kept | undefined, file: PrivateFile): string {
  if (kept === undefined) {
    throw new Error('a body is read that was never kept');
  }
  return typeof kept === 'string' ? kept : file.read(kept).toString();
}

function createPrivateFile(folder: string): PrivateFile {
  let opened: number | undefined;
  let end = 0;
  return {
    append(text) {
      opened ??= openNameless(folder);
      const position = end;
      const length = Buffer.byteLength(text);
      // A string, because copies in bytes would be garbage for each body; the loop is for a partial write.
      let written = writeSync(opened, text, position);
      for (const bytes = Buffer.from(written < length ? text : ''); written < length;) {
        written += writeSync(opened, bytes, written, length - written, position + written);
      }
      end += length;
      return { position, length };
    },
    read({ position, length }) {
      const bytes = Buffer.alloc(length);
      let read = 0;
      while (opened !== undefined && read < length) {
        const more = readSync(opened, bytes, read, length - read, position + read);
        if (more === 0) {
          throw new Error('the file with the bodies of this run was shortened');
        }
        read += more;
      }
      return bytes;
    },
    close() {
      if (opened !== undefined) {
        closeSync(opened);
        opened = undefined;
      }
    },
  };
}

function openNameless(folder: string): number {
  const path = join(folder, temporaryFileName());
  const opened = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return opened;
}

function withBodies(result: RequestResult, change: (body: RecordedBody) => RecordedBody): RequestResult {
  return result.exchange === undefined
    ? result
    : { ...result, exchange: exchangeWith(result.exchange, change) };
}

function exchangeWith(
  exchange: RecordedExchange,
  change: (body: RecordedBody) => RecordedBody,
): RecordedExchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: request.body === undefined ? request : { ...request, body: change(request.body) },
    ...(response === undefined ? {} : { response: { ...response, body: change(response.body) } }),
  };
}
