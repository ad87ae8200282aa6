/**
 * A chain that is just begun: its text, and the name of its file.
 *
 * The file is written with the remarks a person needs to go on in the text; an empty member is left out.
 */
import { defined } from '../defined';
import type { JsonObject } from '../json/json';
import { writeInline } from './jsonText';
import type { ChainStatus } from '../model';
import { dashed } from './requestId';

/** What a person says of a new chain. */
export interface NewChain {
  readonly name: string;
  readonly description: string;
  readonly status: ChainStatus;
  /** Name of an environment; absent for none. */
  readonly environment?: string;
  readonly tags: readonly string[];
}

const ENDING = '.chain.json';

/** The text of a chain without requests. */
export function newChainText({ name, description, status, environment, tags }: NewChain): string {
  const members: JsonObject = {
    formatVersion: 1,
    name,
    ...(description === '' ? {} : { description }),
    status,
    ...defined({ environment }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  return [
    '{',
    ...Object.entries(members).map(
      ([member, value]) => `  ${JSON.stringify(member)}: ${writeInline(value)},`,
    ),
    '  // Requests are sent in this order. What a response has is kept by',
    '  //   "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }]',
    '  // and used in later requests as {{orderId}}: in the URL, a header, the body, anywhere.',
    '  "requests": []',
    '}',
    '',
  ].join('\n');
}

/** The words of a list with commas, each once: `orders, smoke`. */
export function readTags(text: string): readonly string[] {
  const words = text.split(',').map((tag) => tag.trim());
  return [...new Set(words)].filter((tag) => tag !== '');
}

/** The file name that a chain with this name would get. */
export function chainFileName(name: string): string {
  return dashed(name, 'chain') + ENDING;
}

/** The path below a folder that a person means by a text: `/` as separator, with the ending of chain files. */
export function chainFilePath(text: string): string {
  const path = text.trim().replace(/\.chain$|\.json$/i, '');
  return path.endsWith('.chain') ? `${path}.json` : path + ENDING;
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
