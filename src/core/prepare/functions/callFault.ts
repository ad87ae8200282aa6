/** What is wrong with the arguments of a function before it is called: how many there are, and of what kind. */
import type { JsonValue } from '../../json/json';
import { similarNames } from '../../language/names';
import { argumentChecks } from './argumentChecks';
import type { Argument } from './arguments';
import { signatureOf, usageOf, type Parameter, type Signature } from './signatures';

/** An argument; absent when it cannot be read. */
type Given = Argument | undefined;

/** An argument that is known, with the one that names its encoding. */
interface GivenValue {
  readonly name: string;
  readonly parameter: Parameter;
  readonly value: JsonValue;
  readonly encoding: Given;
}

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
  const given = args.map((argument, index) => ({ argument, parameter: parameters[index] }));
  const faults = [choiceFault, valueFault].flatMap((check) =>
    given.map(({ argument, parameter }) =>
      parameter === undefined || argument?.kind !== 'value'
        ? undefined
        : check({ name, parameter, value: argument.value, encoding: encodingOf(parameter, signature, args) }),
    ),
  );
  return faults.find((fault) => fault !== undefined);
}

/** The argument that names the encoding of another one. */
function encodingOf({ name }: Parameter, { parameters }: Signature, args: readonly Given[]): Given {
  const encoding = name === 'key' ? 'keyEncoding' : 'encoding';
  return args[parameters.findIndex((parameter) => parameter.name === encoding)];
}

function choiceFault({ name, parameter, value }: GivenValue): string | undefined {
  const { choices } = parameter;
  if (choices === undefined || choices.some((choice) => choice === value)) {
    return undefined;
  }
  const similar = typeof value === 'string' ? similarNames(value, choices) : [];
  return choices.length <= MAX_LISTED || similar.length === 0
    ? `The ${parameter.name} of ${name} is one of ${quoted(choices)}.`
    : `The ${parameter.name} of ${name} does not exist. Did you mean ${quoted(similar)}?`;
}

function valueFault({ name, parameter, value, encoding }: GivenValue): string | undefined {
  return encoding?.kind === 'variable'
    ? undefined
    : argumentChecks.get(`${name} ${parameter.name}`)?.(value, encoding?.value);
}

/** Choices that a message lists. */
const MAX_LISTED = 10;

function quoted(choices: readonly string[]): string {
  const listed = choices.slice(0, MAX_LISTED).map((choice) => `'${choice}'`);
  return [...listed, ...(choices.length > MAX_LISTED ? ['…'] : [])].join(', ');
}

function howTo(signature: Signature): string {
  return `Write it like {{${usageOf(signature)}}}.`;
}
