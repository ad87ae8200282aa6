/** An answer of the echo server: what it says, and the bytes that go on the wire. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { BodyForm } from './encodings';

/** What a server answers, before its body is written in some form. */
export interface Answer {
  /** 200 when absent. */
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly contentType?: string;
  /** Pieces that are sent one after the other. */
  readonly body?: readonly string[];
  readonly trailers?: readonly (readonly [name: string, value: string])[];
}

/** A body's bytes in a form; UTF-8 for none. */
export function bodyBytes(text: string, form: BodyForm | undefined): Buffer {
  switch (form) {
    case undefined:
      return Buffer.from(text);
    case 'utf16le':
      return Buffer.from(text, 'utf16le');
    case 'utf16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'latin1':
      return Buffer.from(text, 'latin1');
    case 'gzip':
      return gzipSync(text);
  }
}

/** Whether every part of an answer outside its body can be written in HTTP. */
export function canBeWritten({ statusText = '', headers = [], trailers = [] }: Answer): boolean {
  const lines = [...headers, ...trailers];
  return (
    FIELD_TEXT.test(statusText) &&
    lines.every(([name, value]) => TOKEN.test(name) && FIELD_TEXT.test(value)) &&
    lines.reduce((size, [name, value]) => size + name.length + value.length, 0) < MAX_FIELDS
  );
}

/** Sends it. */
export async function send(
  response: ServerResponse,
  answer: Answer,
  form: BodyForm | undefined,
): Promise<void> {
  const { status = 200, headers = [], contentType = 'text/plain', body = [], trailers = [] } = answer;
  const lines: (readonly [string, string])[] = [
    ['Content-Type', withCharset(contentType, form)],
    ...headers,
    ...(form === 'gzip' ? [['Content-Encoding', 'gzip'] as const] : []),
    ...(trailers.length > 0 ? [['Trailer', trailers.map(([name]) => name).join(', ')] as const] : []),
  ];
  // A status without a text of its own keeps the usual one.
  const fields = lines.flat();
  response.writeHead(status, answer.statusText, fields);
  const pieces =
    form === undefined ? body.map((piece) => bodyBytes(piece, form)) : [bodyBytes(body.join(''), form)];
  for (const piece of pieces) {
    // The next piece is written when this one has left, so that a reader sees a border between them.
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
  response.addTrailers(trailers.map(([name, value]) => [name, value] as [string, string]));
  response.end();
}

const MAX_FIELDS = 12_000;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

const CHARSETS: Readonly<Partial<Record<BodyForm, string>>> = {
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  latin1: 'iso-8859-1',
};

function withCharset(contentType: string, form: BodyForm | undefined): string {
  const charset = form === undefined ? undefined : CHARSETS[form];
  return charset === undefined || contentType === 'application/octet-stream'
    ? contentType
    : `${contentType}; charset=${charset}`;
}
