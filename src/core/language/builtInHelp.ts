/** What the built-in references give, in words and with the arguments that people write. */
import { builtInNames } from '../prepare/builtIns';

/** A built-in as editors offer it. */
export interface BuiltInHelp {
  /** With the dollar sign: `$guid`. */
  readonly name: string;
  readonly description: string;
  /** Between the braces, in the syntax of snippets with the dollar signs of the name escaped. */
  readonly snippet: string;
}

/** Every built-in, those that people use most first. */
export const builtInHelp: readonly BuiltInHelp[] = [
  { name: '$guid', description: 'A new UUID for each use.', snippet: '\\$guid' },
  {
    name: '$timestamp',
    description: 'Seconds since 1970; takes an offset such as -3 h.',
    snippet: '\\$timestamp',
  },
  { name: '$isoTimestamp', description: 'The time as ISO 8601 in UTC.', snippet: '\\$isoTimestamp' },
  {
    name: '$randomInt',
    description: 'A random whole number, both ends included.',
    snippet: '\\$randomInt ${1:1} ${2:100}',
  },
  {
    name: '$datetime',
    description: 'The time in UTC as iso8601, rfc1123, or in a pattern such as "YYYY-MM-DD".',
    snippet: '\\$datetime ${1|iso8601,rfc1123|}',
  },
  {
    name: '$secret',
    description: 'A secret of this machine, sent only to the origins it is bound to.',
    snippet: '\\$secret ${1:NAME}',
  },
  {
    name: '$processEnv',
    description: 'An environment variable that the settings allow to be read.',
    snippet: '\\$processEnv ${1:NAME}',
  },
  {
    name: '$dotenv',
    description: 'A variable of the nearest .env file that the settings allow to be read.',
    snippet: '\\$dotenv ${1:NAME}',
  },
  { name: '$uuid', description: 'The same as $guid.', snippet: '\\$uuid' },
];

/** What a built-in gives; absent when there is none of that name. */
export function describeBuiltIn(name: string): string | undefined {
  return builtInNames.includes(name)
    ? builtInHelp.find((help) => help.name === name)?.description
    : undefined;
}
