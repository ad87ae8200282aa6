/**
 * Credentials taken out of a recording when it is downloaded.
 *
 * Each credential has one placeholder everywhere, so that it can still be seen which response gave
 * what a later request sends. A recording is gone through twice: first to learn what the credentials are,
 * by their places; then to write it without them, also where nothing but the value gives them away.
 */
import { isCredentialHeader, isCredentialName } from '../src/core/masking/credentialNames';
import { headerValue, type Exchange, type NamedValue } from './exchange';
import { searchFor, type ReplaceKnown } from './knownValues';
import { maskParts } from './maskParts';
import {
  maskAuthorization,
  maskCookies,
  maskForm,
  maskSetCookie,
  maskText,
  maskUrl,
  maskUrls,
  type Replace,
} from './maskText';
import { textInBase64 } from './valueForms';

/** How credentials are downloaded: as they are, as placeholders, or not at all. */
export type Masking = 'off' | 'mask' | 'drop';

/** An exchange with the text of its response; absent where there is none, or where it is not text. */
export interface ExchangeText {
  readonly exchange: Exchange;
  readonly body?: string;
}

/** Takes credentials out; {@link CredentialMask.learn} wants the whole recording first. */
export interface CredentialMask {
  readonly learn: (text: ExchangeText) => void;
  readonly apply: (text: ExchangeText) => ExchangeText;
}

/** Begins a mask. */
export function createMask(masking: Masking): CredentialMask {
  if (masking === 'off') {
    return { learn: () => undefined, apply: (text) => text };
  }
  const numbers = new Map<string, number>();
  const credentials = new Set<string>();
  const number: Replace = (value) => {
    numbers.set(value, numbers.get(value) ?? numbers.size + 1);
    return value;
  };
  const learning: Pass = {
    replace: (value) => {
      [value, textInBase64(value) ?? value].map(number).forEach((one) => credentials.add(one));
      return value;
    },
    cover: number,
    erase: (text) => text,
  };
  const placeholder: Replace = (value) => {
    const known = numbers.get(value);
    // what has no number is a placeholder already, which another rule wrote
    return known === undefined ? value : masking === 'drop' ? '' : `masked-${known}`;
  };
  let search: ReplaceKnown | undefined;
  return {
    learn: (text) => void masked(text, learning),
    apply: (text) => {
      const known = (search ??= searchFor(credentials));
      const writing = {
        replace: placeholder,
        cover: placeholder,
        erase: (one: string) => known(one, placeholder),
      };
      const result = masked(text, writing);
      return masking === 'drop' ? { ...result, exchange: withoutCredentialHeaders(result.exchange) } : result;
    },
  };
}

/** What one time through a recording does. */
interface Pass {
  /** With a credential. */
  readonly replace: Replace;
  /** Masks a value in place only, without searching for it elsewhere: cookies that are not credentials. */
  readonly cover: Replace;
  /** With every text in the end. */
  readonly erase: (text: string) => string;
}

function masked({ exchange, body }: ExchangeText, pass: Pass): ExchangeText {
  const { replace, erase } = pass;
  const { response, postData, initiator } = exchange;
  const rows = (headers: readonly NamedValue[]): readonly NamedValue[] =>
    headers.map((header) => ({ ...header, value: erase(maskHeader(header, pass)) }));
  const url = (address: string): string => erase(maskUrl(address, replace));
  const type = headerValue(exchange.headers, 'content-type') ?? '';
  return {
    exchange: {
      ...exchange,
      url: url(exchange.url),
      documentUrl: url(exchange.documentUrl),
      initiator: { ...initiator, ...(initiator.url === undefined ? {} : { url: url(initiator.url) }) },
      headers: rows(exchange.headers),
      ...(postData === undefined ? {} : { postData: erase(maskBody(postData, type, replace)) }),
      ...(response === undefined ? {} : { response: { ...response, headers: rows(response.headers) } }),
    },
    ...(body === undefined ? {} : { body: erase(maskBody(body, response?.mimeType ?? '', replace)) }),
  };
}

function maskHeader({ name, value }: NamedValue, { replace, cover }: Pass): string {
  const plain = name.toLowerCase();
  if (plain === 'cookie') {
    return maskCookies(value, replace, cover);
  }
  if (plain === 'set-cookie') {
    return maskSetCookie(value, replace, cover);
  }
  if (isCredentialName(name) && value !== '') {
    return maskAuthorization(value, replace);
  }
  return /^(?:referer|location|content-location|origin)$/.test(plain)
    ? maskUrl(value, replace)
    : maskUrls(maskText(value, replace), replace);
}

function maskBody(text: string, type: string, replace: Replace): string {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return maskForm(text, replace);
  }
  return maskText(/^multipart\//i.test(type) ? maskParts(text, replace) : text, replace);
}

function withoutCredentialHeaders(exchange: Exchange): Exchange {
  const kept = (rows: readonly NamedValue[]): readonly NamedValue[] =>
    rows.filter(({ name }) => !isCredentialHeader(name));
  const { response, headers } = exchange;
  return {
    ...exchange,
    headers: kept(headers),
    ...(response === undefined ? {} : { response: { ...response, headers: kept(response.headers) } }),
  };
}
