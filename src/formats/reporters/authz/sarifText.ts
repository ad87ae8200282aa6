/** Shared parts of SARIF 2.1.0: messages, places in files. Sections refer to the OASIS standard. */
import { defined } from '../../../core/defined';
import { oneLine } from '../../../core/shownText';
import type { TextPlace } from './places';

/** A value of SARIF; the schema and the validator check what the types here do not. */
export type SarifObject = Readonly<Record<string, unknown>>;

/** A message; our sentences with texts from outside in them. */
export function message(text: string): SarifObject {
  return { text: messageText(text) };
}

/** Brackets make links (§3.11.6) and braces placeholders (§3.11.5); here they are neither. */
function messageText(text: string): string {
  return oneLine(text)
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/[{}]/g, '$&$&');
}

/** A place in a file of the workspace; without a line the whole file is meant. */
export function physicalLocation(file: string, place: TextPlace | undefined): SarifObject {
  return {
    physicalLocation: {
      artifactLocation: { uri: fileUri(place?.file ?? file), uriBaseId: ROOT },
      // GitHub shows nothing without a line.
      region: place === undefined ? { startLine: 1 } : region(place),
    },
  };
}

/** What paths of files are relative to; GitHub knows the name. */
export const ROOT = '%SRCROOT%';

/** A workspace path as a relative URI (RFC 3986 §4.2). */
export function fileUri(path: string): string {
  return path.split('/').map(encoded).join('/');
}

function encoded(segment: string): string {
  // Halves of surrogate pairs have no UTF-8 form.
  return encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'));
}

function region({ line, column, endLine, endColumn }: TextPlace): SarifObject {
  return {
    startLine: line,
    startColumn: column,
    ...defined({ endLine, endColumn }),
  };
}
