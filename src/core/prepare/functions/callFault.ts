/** What is wrong with the arguments of a function before it is called: how many there are, and of what kind. */
import { similarNames } from '../../language/names';
import type { Argument } from './arguments';
import { signatureOf, usageOf, type Parameter, type Signature } from './signatures';

/** An argument; absent when it cannot be read. */
type Given = Argument | undefined;

/** What is wrong with a call, in whole sentences; a variable can be anything. */
export function callFault(name: string, args: readonly Given[]): string | undefined {
  const signature = signatureOf(name);
  if (signature === undefined) {
    return undefined;
  }
  const { parameters } = signature;
  const required = parameters.filter(({ optional }) => optional !== true).length;
  const mostly = parameters.at(-1)?.repeated === true ? Infinity : parameters.length;
  if (args.includes(undefined)) {
    return `An argument of ${name} is neither a variable, a number nor a text in quotes. ${howTo(signature)}`;
  }
  if (args.length < required || args.length > mostly) {
    return `${name} was given ${args.length} arguments. ${howTo(signature)}`;
  }
  return args
    .map((argument, index) => argumentFault(signature, parameters[index], argument))
    .find((fault) => fault !== undefined);
}

function argumentFault(
  { name }: Signature,
  parameter: Parameter | undefined,
  argument: Given,
): string | undefined {
  if (parameter === undefined || argument?.kind !== 'value') {
    return undefined;
  }
  const { value } = argument;
  const { choices } = parameter;
  if (choices !== undefined && !choices.some((choice) => choice === value)) {
    const similar = typeof value === 'string' ? similarNames(value, choices) : [];
    return choices.length <= MAX_LISTED || similar.length === 0
      ? `The ${parameter.name} of ${name} is one of ${quoted(choices)}.`
      : `The ${parameter.name} of ${name} does not exist. Did you mean ${quoted(similar)}?`;
  }
  const range = RANGES.get(`${name} ${parameter.name}`);
  return range !== undefined && !isWithin(value, range)
    ? `The ${parameter.name} of ${name} is a whole number from ${range[0]} to ${range[1]}.`
    : undefined;
}

/** Choices that a message lists. */
const MAX_LISTED = 10;

function quoted(choices: readonly string[]): string {
  const listed = choices.slice(0, MAX_LISTED).map((choice) => `'${choice}'`);
  return [...listed, ...(choices.length > MAX_LISTED ? ['…'] : [])].join(', ');
}

/** Bounds of numbers; a code of 31 bits has ten digits at most (RFC 4226 §5.3). */
const RANGES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['$totp digits', [4, 10]],
  ['$totp period', [1, 3600]],
]);

function isWithin(value: unknown, [least, most]: readonly [number, number]): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function howTo(signature: Signature): string {
  return `Write it like {{${usageOf(signature)}}}.`;
}
