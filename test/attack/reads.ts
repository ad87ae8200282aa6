/**
 * How requests of a chain read an answer of the echo server: extractions that find the place, extractions that miss
 * it, and checks that fail with each operator, so that every kind of message quotes what it found.
 */

const NUMBER_ONLY = { type: 'number' };

/** Fails with every operator that quotes what it found, at a path of a JSON body. */
export function atPath(path: string, more: object = {}): object {
  return {
    extract: [
      { variable: 'found', from: 'body', path, optional: true },
      { variable: 'missed', from: 'body', path: '$.nope.deeper' },
    ],
    expect: {
      body: [
        { path, equals: 'x' },
        { path, contains: 'no such text' },
        { path, matches: '^no such text$' },
        { path, schema: NUMBER_ONLY },
        { path: '$', schema: { type: 'object', additionalProperties: NUMBER_ONLY, required: ['nope'] } },
        { path, lessThan: 1 },
      ],
    },
    ...more,
  };
}

/** The same for a body that is read as a text. */
export function asText(extraction: object = { regex: '(?s)(.+)' }): object {
  return {
    extract: [
      { variable: 'found', from: 'body', optional: true, ...extraction },
      { variable: 'missed', from: 'body', regex: 'no such (text)' },
      { variable: 'noJson', from: 'body', path: '$.nope' },
    ],
    expect: {
      body: [
        { equals: 'x' },
        { contains: 'no such text' },
        { matches: '^no such text$' },
        { schema: NUMBER_ONLY },
      ],
    },
  };
}

/** For a header; another one is missed. */
export function inHeader(name: string): object {
  return {
    extract: [
      { variable: 'found', from: 'header', name, optional: true },
      { variable: 'missed', from: 'header', name, regex: 'no such (text)' },
      { variable: 'absent', from: 'header', name: 'X-Absent' },
    ],
    expect: {
      headers: [
        { name, equals: 'x' },
        { name, contains: 'no such text' },
        { name, matches: '^no such text$' },
        { name, lessThan: 1 },
      ],
    },
  };
}

/** For cookies that an answer sets. */
export const cookies = {
  extract: [
    { variable: 'found', from: 'cookie', name: 'session', optional: true },
    { variable: 'missed', from: 'cookie', name: 'absent' },
  ],
  expect: { headers: [{ name: 'Set-Cookie', equals: 'x' }] },
};
