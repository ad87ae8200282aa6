/**
 * Bodies as bytes: every kind a chain can write, with its references filled in and the content type that
 * goes with them. A content type that the chain itself names is a header: `requestHead.ts` fills it in.
 */
import { UserError } from '../errors';
import type { Filler } from './fill';
import { stringifyJson } from '../json/json';
import type { Body, Field, MultipartPart } from '../model';
import type { Files } from '../ports';
import { encodeComponent } from './url';

/** A body ready to be sent. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  /** The type that the kind of body has by itself; absent for a file. */
  readonly contentType?: string;
}

/** What building a body needs besides the filled values. */
export interface BodyPorts {
  readonly files: Files;
  /** The chain file that paths are relative to. */
  readonly chainFile: string;
  /** Makes what separates multipart parts; it must not occur in them. */
  readonly boundary: () => string;
}

/**
 * Fills and encodes a body. Files are read only when nothing is missing, because a path with a hole in it
 * names another file. Rejects with a UserError when a file cannot be read.
 */
export async function buildBody(body: Body, filler: Filler, ports: BodyPorts): Promise<BodyBytes> {
  switch (body.kind) {
    case 'json':
      return jsonBody(stringifyJson(filler.json(body.value, '')));
    case 'text':
      return {
        bytes: utf8(filler.text(body.text, { in: 'body' })),
        contentType: 'text/plain; charset=utf-8',
      };
    case 'form':
      return {
        bytes: utf8(
          body.fields
            .filter(isEnabled)
            .map((field) => formField(field, filler))
            .join('&'),
        ),
        contentType: 'application/x-www-form-urlencoded',
      };
    case 'multipart':
      return multipartBody(body.parts.filter(isEnabled), filler, ports);
    case 'file': {
      const path = filler.text(body.path, { in: 'body' });
      return { bytes: await readFile(path, filler, ports) };
    }
    case 'graphql':
      return jsonBody(graphqlText(body, filler));
  }
}

function jsonBody(text: string): BodyBytes {
  return { bytes: utf8(text), contentType: 'application/json' };
}

function graphqlText(body: Extract<Body, { kind: 'graphql' }>, filler: Filler): string {
  const { query, variables, operationName } = body;
  return stringifyJson({
    query: filler.text(query, { in: 'body', name: '/query' }),
    ...(operationName === undefined
      ? {}
      : { operationName: filler.text(operationName, { in: 'body', name: '/operationName' }) }),
    ...(variables === undefined ? {} : { variables: filler.json(variables, '/variables') }),
  });
}

/** One field of a form, as WHATWG's urlencoded serializer writes it: spaces become `+`. */
function formField({ name, value }: Field, filler: Filler): string {
  const location = { in: 'body', name } as const;
  const encode = (text: string) =>
    encodeComponent(text)
      .replaceAll('%20', '+')
      .replace(/[!'()~]/g, percentEncode);
  return `${encode(filler.text(name, location))}=${encode(filler.text(value, location))}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A multipart/form-data body (RFC 7578), names escaped as browsers do so that none can end its header. */
async function multipartBody(
  parts: readonly MultipartPart[],
  filler: Filler,
  ports: BodyPorts,
): Promise<BodyBytes> {
  const boundary = ports.boundary();
  const chunks: Uint8Array[] = [];
  for (const part of parts) {
    chunks.push(utf8(`--${boundary}\r\n`), ...(await multipartPart(part, filler, ports)));
  }
  chunks.push(utf8(`--${boundary}--\r\n`));
  return { bytes: concatenate(chunks), contentType: `multipart/form-data; boundary=${boundary}` };
}

async function multipartPart(
  part: MultipartPart,
  filler: Filler,
  ports: BodyPorts,
): Promise<readonly Uint8Array[]> {
  const location = { in: 'body', name: part.name } as const;
  const name = quoteName(filler.text(part.name, location));
  const path = part.file === undefined ? undefined : filler.text(part.file, location);
  const fileName =
    part.fileName === undefined ? path?.split('/').at(-1) : filler.text(part.fileName, location);
  const content =
    path === undefined ? utf8(filler.text(part.value ?? '', location)) : await readFile(path, filler, ports);
  const contentType =
    part.contentType === undefined
      ? path === undefined
        ? undefined
        : 'application/octet-stream'
      : filler.text(part.contentType, location);
  const head = [
    `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${quoteName(fileName)}"`}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${checkedType(contentType)}`]),
  ];
  return [utf8(`${head.join('\r\n')}\r\n\r\n`), content, utf8('\r\n')];
}

function checkedType(contentType: string): string {
  if (/[\r\n]/.test(contentType)) {
    throw new UserError(
      'A part of the multipart body has a line break in its content type.',
      'Write it in one line, like text/plain.',
    );
  }
  return contentType;
}

function quoteName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

async function readFile(path: string, filler: Filler, { files, chainFile }: BodyPorts): Promise<Uint8Array> {
  return filler.missing.length > 0 ? new Uint8Array() : files.bytes(path, chainFile);
}

function isEnabled({ disabled }: { readonly disabled: boolean }): boolean {
  return !disabled;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
