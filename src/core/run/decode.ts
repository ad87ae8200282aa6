/**
 * What a text of a response carries inside: the claims of a token, a text in base64 or with percent signs, JSON in a
 * text.
 *
 * Nothing is trusted for it: the signature of a token is not verified, its claims are read as any other data.
 */
import { textOfBase64 } from '../base64';
import { isObject, parseJson, type JsonObject } from '../json/json';
import type { Decoding } from '../model';
import type { JsonReading } from './responseView';

/** All that a text carries inside, or why nothing: of base64 and percent signs the text, else the JSON. */
export function decodedWhole(text: string, as: Decoding['as']): JsonReading {
  const isText = as === 'base64' || as === 'percent';
  const decoded = isText ? decodedText(text, as) : undefined;
  return decoded === undefined ? decodedJson(text, as) : { ok: true, value: decoded };
}

/** The decoded text; absent when the text is not in this encoding. */
export function decodedText(text: string, as: Decoding['as']): string | undefined {
  switch (as) {
    case 'jwt': {
      const payload = TOKEN.exec(text)?.[1];
      return payload === undefined ? undefined : textOfBase64(payload);
    }
    case 'base64':
      return textOfBase64(text);
    case 'json':
      return text;
    case 'percent':
      return textOfPercents(text);
  }
}

function textOfPercents(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // URIError: a percent sign without its digits, or bytes that are no UTF-8.
    return undefined;
  }
}

/** RFC 7519 §3: three parts, of which the second one has the claims; a scheme may come before them. */
const TOKEN = /^(?:[A-Za-z][\w-]{0,20} +)?[\w-]+\.([\w-]+)\.[\w-]*$/;

/** The JSON in a text, or why it has none; the reason continues a sentence after a noun. */
export function decodedJson(text: string, as: Decoding['as']): JsonReading {
  const decoded = decodedText(text, as);
  if (decoded === undefined) {
    return { ok: false, reason: NO_TEXT[as] };
  }
  try {
    return { ok: true, value: parseJson(decoded) };
  } catch (error) {
    // Only JsonSyntaxError and JsonTooDeepError, whose messages go on from "is".
    return { ok: false, reason: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const NO_TEXT: Readonly<Record<Decoding['as'], string>> = {
  jwt: 'is not a token with claims (RFC 7519)',
  base64: 'is not base64 text (RFC 4648)',
  json: 'is not JSON',
  percent: 'is not percent-encoded text (RFC 3986)',
};

/** The claims of a token; absent when the text is none. */
export function tokenClaims(token: string): JsonObject | undefined {
  const claims = decodedJson(token, 'jwt');
  return claims.ok && isObject(claims.value) ? claims.value : undefined;
}
