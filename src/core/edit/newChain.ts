/**
 * A chain that is just begun: its text, and the name of its file.
 *
 * The file is written with the remarks a person needs to go on in the text.
 */
import { fileStem } from './plainNames';

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
