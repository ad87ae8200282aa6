/**
 * Header lines exactly as given: case, order, duplicates, and none that were not given.
 *
 * Node's client adds `Connection` and `Transfer-Encoding` where they are missing, and groups duplicates
 * unless it gets a flat list. Its `_header` is the text that it sends; where that is not the head of the
 * request, the head is put in its place (the field is Node's own, but proxy agents have relied on it
 * since 2013). Requests prepared by the engine bring every line, so for them nothing needs replacing.
 */
import type { ClientRequest } from 'node:http';
import { headerValue } from '../../core/headers';
import type { HeaderLine } from '../../core/model';
import { Refusal } from './refusal';

/** A request's method, path on the wire, and header lines. */
export interface Head {
  readonly method: string;
  readonly path: string;
  readonly lines: readonly HeaderLine[];
}

/** Names and values in one list, which is how Node takes header lines without grouping them. */
export function flatLines(lines: readonly HeaderLine[]): string[] {
  const flat: string[] = [];
  for (const { name, value } of lines) {
    flat.push(name, value);
  }
  return flat;
}

/**
 * Gives the lines to a request that was opened without any. An agent that has to write the head again
 * (VS Code's, for an HTTP proxy) then still finds them, although grouped by name.
 */
export function setLines(request: ClientRequest, lines: readonly HeaderLine[]): void {
  const groups = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const { name, value } of lines) {
    const group = groups.get(name.toLowerCase());
    if (group === undefined) {
      groups.set(name.toLowerCase(), { name, values: [value] });
    } else {
      group.values.push(value);
    }
  }
  for (const { name, values } of groups.values()) {
    request.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
  }
  internalsOf(request)._implicitHeader();
}

/** Makes sure that what is sent is this head; throws a Refusal when that is impossible. */
export function keepHead(request: ClientRequest, head: Head): void {
  const internals = internalsOf(request);
  const text = headText(head);
  if (internals._header === text) {
    return;
  }
  if (headerValue(head.lines, 'expect') !== undefined) {
    // Node sends the head of such a request at once, before it can be replaced.
    request.destroy();
    throw new Refusal({
      code: 'not-sendable',
      message: 'A request with an Expect header cannot be sent without further header lines.',
      todo: 'Remove Expect, or add the lines Connection and Content-Length.',
    });
  }
  internals._header = text;
  request.chunkedEncoding = headerValue(head.lines, 'transfer-encoding') !== undefined;
}

interface Internals {
  _header: string;
  _implicitHeader(): void;
}

function internalsOf(request: ClientRequest): Internals {
  return request as unknown as Internals;
}

function headText({ method, path, lines }: Head): string {
  let text = `${method} ${path} HTTP/1.1\r\n`;
  for (const { name, value } of lines) {
    text += `${name}: ${value}\r\n`;
  }
  return `${text}\r\n`;
}
