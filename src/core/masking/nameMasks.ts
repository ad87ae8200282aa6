/**
 * Masks that name the hidden value: `‹secret:PASSWORD›` instead of `‹secret:7f3a›`, for a command that a person
 * runs with values of their own.
 */
import type { PreviewedRequest } from '../prepare/previewText';

/** Names of secrets and variables by the mask of their value. */
export type MaskNames = ReadonlyMap<string, string>;

const MASK = /‹secret:[0-9a-f]{4}›/g;
/** A secret that has no value yet stays as written. */
const SECRET = /\{\{\s*\$secret\s+([\w.-]+)\s*\}\}/g;

/** The name of a mask that is all there is of a text; absent for any other text. */
export function wholeMask(text: string): string | undefined {
  return text.replace(MASK, '') === '' && text.match(MASK)?.length === 1 ? text : undefined;
}

/**
 * A masked request with named masks. A value in a header without another name, such as credentials that were
 * encoded together, is called like the header.
 */
export function nameMasks(request: PreviewedRequest, names: MaskNames): PreviewedRequest {
  const named = (text: string, around?: string): string =>
    text
      .replace(MASK, (mask) => {
        const name = names.get(mask) ?? around;
        return name === undefined ? mask : maskNamed(name);
      })
      .replace(SECRET, (_written, name: string) => maskNamed(name));
  const { method, url, headers, body } = request;
  return {
    method,
    url: named(url),
    headers: headers.map(({ name, value }) => ({ name, value: named(value, name) })),
    ...(body === undefined ? {} : { body: { ...body, content: named(body.content) } }),
  };
}

function maskNamed(name: string): string {
  return `‹secret:${name}›`;
}
