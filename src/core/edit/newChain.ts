/**
 * A chain that is just begun: its text, and the name of its file.
 *
 * The file is written with the remarks a person needs to go on in the text.
 */
import { dashed } from './requestId';

const ENDING = '.chain.json';

/** The text of a chain without requests, which can be executed as soon as it has some. */
export function newChainText(name: string): string {
  return [
    '{',
    '  "formatVersion": 1,',
    `  "name": ${JSON.stringify(name)},`,
    '  "status": "active",',
    '  // Requests are sent in this order. What a response has is kept by',
    '  //   "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }]',
    '  // and used in later requests as {{orderId}}: in the URL, a header, the body, anywhere.',
    '  "requests": []',
    '}',
    '',
  ].join('\n');
}

/** The file name that a chain with this name would get. */
export function chainFileName(name: string): string {
  return fileStem(name, 'chain') + ENDING;
}

/** The beginning of a file name for what has a name, on every system; `fallback` where the name has no letters. */
export function fileStem(name: string, fallback: string): string {
  const plain = dashed(name, fallback);
  return isPlainPath(plain) ? plain : `${fallback}-${plain}`;
}

/** Whether every part of a path can be the name of a file on every system, and none leads upwards. */
export function isPlainPath(path: string): boolean {
  return path.split('/').every(isPlainName);
}

/** Names that Windows keeps for devices, whatever ending follows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function isPlainName(name: string): boolean {
  return !/^\.*$|[<>:"|?*\\]|\p{Cc}|[. ]$|^ /u.test(name) && !RESERVED.test(name);
}
