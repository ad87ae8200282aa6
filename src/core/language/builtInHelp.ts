/** What built-ins and functions give, in words and with the arguments that people write. */
import {
  requestPartFault,
  requestPartOf,
  postmanSignatures,
  signatureOf,
  signatures,
  usageOf,
  type Parameter,
  type Signature,
} from '../prepare/functions/signatures';

/** A built-in or function as editors offer it. */
export interface BuiltInHelp {
  /** With the dollar sign: `$guid`. */
  readonly name: string;
  readonly description: string;
  /** Between the braces, in the syntax of snippets with the dollar signs of the name escaped. */
  readonly snippet: string;
}

/** Every built-in and function, those that people use most first. */
export const builtInHelp: readonly BuiltInHelp[] = signatures.map(helpOn);

/** Postman's dynamic variables. */
export const postmanHelp: readonly BuiltInHelp[] = postmanSignatures.map(helpOn);

/** What a built-in, a function or a part of the request gives; absent when there is none of that name. */
export function describeBuiltIn(name: string): string | undefined {
  const part = requestPartOf(name);
  return part !== undefined && requestPartFault(part) === undefined
    ? `The ${part} of this request, as it will be sent.`
    : signatureOf(name)?.description;
}

/** What a built-in or function takes, a line each; nothing when that is nothing. */
export function describeArguments(name: string): readonly string[] {
  const signature = signatureOf(name);
  if (signature === undefined || signature.parameters.length === 0) {
    return [];
  }
  const choices = signature.parameters.flatMap((parameter) =>
    parameter.choices === undefined ? [] : [`${parameter.name}: ${listed(parameter.choices, signature)}`],
  );
  return [`{{${usageOf(signature)}}}`, ...choices];
}

/** A call with the arguments that it needs: `$hash 'sha256' value`. */
export function exampleOf(signature: Signature): string {
  const needed = signature.parameters.filter(({ optional }) => optional !== true);
  const args = needed.map(({ name, choices: [first] = [] }) =>
    first === undefined ? name : written(first, signature),
  );
  return [signature.name, ...args].join(' ');
}

function helpOn(signature: Signature): BuiltInHelp {
  const { name, description } = signature;
  return { name, description, snippet: snippetOf(signature) };
}

function snippetOf(signature: Signature): string {
  const shown = signature.parameters.filter(
    ({ optional, example }) => optional !== true || example !== undefined,
  );
  const stops = shown.map((parameter, index) => stop(parameter, index + 1, signature));
  return [`\\${signature.name}`, ...stops].join(' ');
}

function stop({ name, choices, example }: Parameter, number: number, signature: Signature): string {
  return choices === undefined
    ? `\${${number}:${example ?? name}}`
    : `\${${number}|${choices.map((choice) => written(choice, signature)).join(',')}|}`;
}

/** The choices that people use most come first. */
function listed(choices: readonly string[], signature: Signature): string {
  const shown = choices.slice(0, MAX_CHOICES).map((choice) => written(choice, signature));
  return [...shown, ...(choices.length > MAX_CHOICES ? ['…'] : [])].join(', ');
}

const MAX_CHOICES = 20;

function written(choice: string, { takes }: Signature): string {
  return takes === 'values' ? `'${choice}'` : choice;
}
