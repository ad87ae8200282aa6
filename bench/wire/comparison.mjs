/**
 * What differs between two requests on the wire: the one that the peer sent and the one of the imported chain.
 *
 * Bytes are compared, but for the boundary of a form, white space of JSON between its strings (a chain has JSON as a value),
 * and what is random, a clock or a secret. Random is what differs between two runs of the peer and,
 * at the same place, between two runs of the chain. A secret is entered by a person after the import, so its marker matches
 * any value; the same secret has to match the same value everywhere.
 */
import { isOwnHeader } from './ownHeaders.mjs';

const DELIMITERS = /(["'&?=/,;:\s{}[\]<>|])/;
/** What is behind the last delimiter means nothing (RFC 2046 §5.1.1). */
const AFTER_FORM = /(?<=--BOUNDARY--)\r\n$/;
/** A time of day is one value: two runs can differ in their seconds only. */
const TIME = /T\d\d:\d\d:\d\d/g;
const MARKER = /cwsecret(\d+)x/g;

/**
 * @typedef {import('./stub.mjs').Recorded} Recorded
 *
 * @typedef {{
 *   readonly peer: Recorded,
 *   readonly ours: Recorded,
 *   readonly peerAgain?: Recorded,
 *   readonly oursAgain?: Recorded,
 * }} Pair the requests of a second run are there when the first ones differed
 */

/** The text that represents a secret of that number in the chain's requests. */
export function secretMarker(index) {
  return `cwsecret${index}x`;
}

/**
 * Every cause why the two are not equal, in words; none when they are.
 *
 * @param {Pair} pair
 * @param {Map<string, string>} secrets what each secret matched so far; added to
 * @returns {readonly string[]}
 */
export function differences(pair, secrets = new Map()) {
  const [peer, ours, peerAgain, oursAgain] = [pair.peer, pair.ours, pair.peerAgain, pair.oursAgain].map(
    (request) => (request === undefined ? undefined : canonical(request)),
  );
  const same = (part) =>
    sameText(part(peer), part(ours), {
      peerAgain: peerAgain && part(peerAgain),
      oursAgain: oursAgain && part(oursAgain),
      secrets,
    });
  const found = [];
  if (peer.method !== ours.method) {
    found.push(`other method: ${ours.method} instead of ${peer.method}`);
  }
  if (!same(({ origin }) => origin)) {
    found.push(same(({ origin }) => withoutPort(origin)) ? 'the default port is not written' : 'other host');
  }
  if (!same(({ path }) => path)) {
    found.push(same(({ path }) => decoded(path)) ? 'path encoded differently' : 'other path');
  }
  if (!same(({ query }) => query)) {
    found.push(
      same(({ query }) => decoded(query)) ? 'query encoded differently' : queryCause(peer.query, ours.query),
    );
  }
  for (const name of new Set([...peer.headers.keys(), ...ours.headers.keys()])) {
    if (!ours.headers.has(name)) {
      found.push(`header not sent: ${name}`);
    } else if (!peer.headers.has(name)) {
      found.push(`header added: ${name}`);
    } else if (!same(({ headers }) => headers.get(name) ?? '')) {
      found.push(headerCause(name, ours.headers.get(name)));
    }
  }
  if (!same(({ body }) => body)) {
    found.push(
      same(({ body }) => decoded(body))
        ? 'body: encoded differently'
        : same(({ body }) => body.replace(AFTER_FORM, ''))
          ? 'body: a line break after the form'
          : same(({ body }) => rewritten(body))
            ? 'body: the same JSON, written differently'
            : same(({ body }) => body.replaceAll('\r\n', '\n'))
              ? 'body: other line breaks'
              : bodyCause(peer.body, ours.body),
    );
  }
  return found;
}

/** Whether the bodies are JSON that differs in white space only, which {@link differences} does not count. */
export function otherWhiteSpace({ peer, ours }) {
  const [one, two] = [peer, ours].map(({ body }) => body.toString('latin1'));
  return one.length - withoutSpaces(one).length !== two.length - withoutSpaces(two).length;
}

/** The request with its own parts named, its boundary written the same and its credentials readable. */
function canonical({ method, origin, target, headers, body }) {
  const [path, ...query] = target.split('?');
  const boundary = /boundary=("?)([^";]+)\1/i.exec(valueOf(headers, 'content-type'))?.[2];
  const plain = (text) => (boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'));
  const written = new Map();
  for (const [name, value] of headers.map(([key, text]) => [key.toLowerCase(), text])) {
    if (!isOwnHeader(name, value, body.length > 0)) {
      const shown = readable(name, plain(value));
      written.set(name, written.has(name) ? `${written.get(name)}\n${shown}` : shown);
    }
  }
  return {
    method,
    origin,
    path,
    query: query.join('?'),
    headers: written,
    body: withoutSpaces(plain(body.toString('latin1'))),
  };
}

/** JSON without the white space between its strings; another text as it was. */
function withoutSpaces(text) {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

function valueOf(headers, wanted) {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

/** Credentials as they were before they were encoded; cookies by name and once, for their order means
 * nothing (RFC 6265 §5.4) and httpYac repeats those of a header. */
function readable(name, value) {
  if (name === 'cookie') {
    return [...new Set(value.split('; '))].sort().join('; ');
  }
  const [, encoded] = /^Basic ([\w+/]+=*)$/.exec(value) ?? [];
  return encoded === undefined || encoded.includes(secretMarker('').slice(0, -1))
    ? value.replace('"BOUNDARY"', 'BOUNDARY')
    : `Basic ${Buffer.from(encoded, 'base64').toString('utf8')}`;
}

function sameText(peer, ours, { peerAgain, oursAgain, secrets }) {
  if (peer === ours || matchesSecrets(peer, ours, secrets)) {
    return true;
  }
  if (peerAgain === undefined || oursAgain === undefined) {
    return false;
  }
  const [one, two, oneAgain, twoAgain] = [peer, ours, peerAgain, oursAgain].map((text) =>
    text.replace(TIME, (time) => time.replaceAll(':', '.')).split(DELIMITERS),
  );
  return alike(one, oneAgain) && alike(two, twoAgain) && one.length === two.length
    ? one.every(
        (piece, index) =>
          piece === two[index] ||
          (piece !== oneAgain[index] && two[index] !== twoAgain[index]) ||
          matchesSecrets(piece, two[index], secrets),
      )
    : sameAround(randomRange(one, oneAgain), randomRange(two, twoAgain));
}

function alike(pieces, again) {
  return pieces.length === again.length;
}

/** Whether both hold something random between the same beginning and the same end. */
function sameAround(one, two) {
  return one.random && two.random && one.before === two.before && one.after === two.after;
}

/** What is before and after the pieces in which two runs of the same program differ. */
function randomRange(pieces, again) {
  const shorter = Math.min(pieces.length, again.length);
  let start = 0;
  while (start < shorter && pieces[start] === again[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && pieces.at(-1 - end) === again.at(-1 - end)) {
    end += 1;
  }
  return {
    random: start + end < Math.max(pieces.length, again.length),
    before: pieces.slice(0, start).join(''),
    after: pieces.slice(pieces.length - end).join(''),
  };
}

function matchesSecrets(peer, ours, secrets) {
  const names = [...ours.matchAll(MARKER)].map(([, name]) => name);
  if (names.length === 0) {
    return false;
  }
  const literals = ours.split(MARKER).filter((_text, index) => index % 2 === 0);
  const pattern = literals.map(escaped).join('([^]*?)');
  const values = new RegExp(`^${pattern}$`).exec(peer)?.slice(1);
  if (values?.every((value, index) => (secrets.get(names[index]) ?? value) === value) !== true) {
    return false;
  }
  values.forEach((value, index) => secrets.set(names[index], value));
  return true;
}

function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A percent sign that begins no escape stays. */
function decoded(text) {
  return text
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_escape, digits) => String.fromCharCode(parseInt(digits, 16)));
}

/** The origin without the port that its scheme has anyway. */
function withoutPort(origin) {
  return origin.replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2');
}

function queryCause(peer, ours) {
  const [wanted, sent] = [peer, ours].map((query) => query.split('&'));
  if ([...wanted].sort().join('&') === [...sent].sort().join('&')) {
    return 'query in another order';
  }
  const names = (pairs) =>
    pairs
      .map((pair) => pair.split('=')[0])
      .sort()
      .join('&');
  return names(wanted) === names(sent) ? 'other value in the query' : 'other parameters in the query';
}

function headerCause(name, ours) {
  return ours.includes('{{')
    ? `header ${name}: a reference is sent as text`
    : `other value of the header ${name}`;
}

function bodyCause(peer, ours) {
  if (ours === '') {
    return 'body not sent';
  }
  if (peer === '') {
    return 'body added';
  }
  if (peer.replace(/\s+/g, '') === ours.replace(/\s+/g, '')) {
    return 'body: other white space';
  }
  return ours.includes('{{') && !peer.includes('{{') ? 'body: a reference is sent as text' : 'other body';
}

/** JSON as this program writes it; another text as it was. */
function rewritten(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
