/**
 * Files of cURL commands: scripts, and what people collect in notes. Each command becomes a request, variables
 * that are set become constants, and `TOKEN=$(curl … | jq -r .token)` becomes an extraction, the filter of jq a
 * JSONPath. Everything else that a shell would do is left to the report.
 */
import { defined } from '../../../../core/defined';
import { UserError } from '../../../../core/errors';
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { memberPath } from '../../../../core/language/memberPath';
import { findReferences } from '../../../../core/prepare/template';
import { oneLine, shorten } from '../../../../core/shownText';
import { isReservedName } from '../../shape/chainNames';
import type {
  ImportedCollection,
  ImportedMembers,
  ImportedRequest,
  ImportedVariable,
  ImportSource,
} from '../../shape/imported';
import { createTitles, readComments } from '../../shape/requestTitle';
import { curlRequests, type CurlRequest } from './curlRequest';
import { curlArguments } from './curlWords';
import type { Assignment, ShellCommand } from './shellCommand';
import { readCommands } from './shellCommands';

/** Reads a file of commands. Throws UserError when none of them can be used. */
export function readCurlFile({ name, text }: ImportSource): ImportedCollection {
  const { commands, heading } = readCommands(text);
  const found: Found = {
    requests: [],
    nextTitle: createTitles(),
    variables: new Map(),
    remarks: [],
    typed: new Set(),
  };
  readLevel(commands, found);
  if (found.requests.length === 0) {
    throw new UserError('This file contains no cURL command.', 'Copy the whole commands.');
  }
  const description = heading.filter((line) => line !== '' && !line.startsWith('!')).join('\n');
  return {
    format: 'cURL commands',
    name: name.replace(/\.[^.]*$/, ''),
    ...(description === '' ? {} : { description }),
    variables: [...found.variables.values()],
    requests: found.requests,
    environments: [],
    remarks: found.remarks,
    renamed: [],
    typedVariables: [...found.typed],
  };
}

interface Found {
  readonly requests: ImportedRequest[];
  readonly nextTitle: (title: string) => string;
  readonly variables: Map<string, ImportedVariable>;
  readonly remarks: string[];
  readonly typed: Set<string>;
}

/** How deep substitutions are nested; nobody writes more levels. */
const MAX_DEPTH = 4;

function readLevel(commands: readonly ShellCommand[], found: Found, depth = 0): void {
  for (const [index, command] of commands.entries()) {
    const source = shown(command);
    const args = curlArguments(command.words);
    command.assignments.forEach((assignment) => readAssignment(assignment, command, found, depth));
    if (args !== undefined) {
      const after = command.isPiped ? commands[index + 1] : undefined;
      readCurl(command, args, after === undefined ? undefined : shown(after), found);
    } else if (command.words.length > 0 && !isPipedWithCurl(commands, index)) {
      found.remarks.push(`This command is not run and not carried over: ${source}`);
    }
  }
}

/** Another command in the same pipe as cURL is a remark on it, or its input. */
function isPipedWithCurl(commands: readonly ShellCommand[], index: number): boolean {
  const [before, command, after] = [commands[index - 1], commands[index], commands[index + 1]];
  const isCurl = (one: ShellCommand | undefined): boolean =>
    one !== undefined && curlArguments(one.words) !== undefined;
  return (before?.isPiped === true && isCurl(before)) || (command?.isPiped === true && isCurl(after));
}

function readCurl(
  command: ShellCommand,
  args: readonly string[],
  after: string | undefined,
  found: Found,
): readonly CurlRequest[] {
  const requests = curlRequests(args, command.input);
  const { name, description } = readComments(command.comments);
  for (const { request, leftOut, remarks, typed } of requests) {
    const { id, ...members } = request;
    typed.forEach((variable) => found.typed.add(variable));
    found.requests.push({
      kind: 'kept',
      name: name ?? found.nextTitle(id),
      folders: [],
      ...defined({ description }),
      request: members,
      remarks: [
        ...command.remarks,
        ...remarks,
        ...leftOut.map((part) => `Not carried over: ${withoutCredentials(part)}`),
        ...(after === undefined ? [] : [`What is done with its response is not carried over: ${after}`]),
      ],
    });
  }
  if (requests.length === 0) {
    found.requests.push({ kind: 'left-out', name: name ?? 'curl', folders: [], reason: 'It names no URL.' });
  }
  return requests;
}

/** A report is not the place for passwords. */
function withoutCredentials(part: string): string {
  return part
    .replace(/(--?(?:user|proxy-user|U|pass|proxy-pass|oauth2-bearer|tlspassword)) .*/s, '$1')
    .replace(/(:\/\/)[^/?#@]*@/, '$1');
}

function readAssignment(
  { name, value, commands }: Assignment,
  { words }: ShellCommand,
  found: Found,
  depth: number,
): void {
  if (words.length > 0) {
    // It is set for one command, which is not run.
    return;
  }
  if (isReservedName(name)) {
    found.remarks.push(`A chain cannot have a variable of the name ${name}; it is left out.`);
    return;
  }
  const isExtracted =
    commands !== undefined && depth < MAX_DEPTH && readExtraction(name, commands, found, depth);
  if (commands === undefined && isSettled(name, value)) {
    const known = found.variables.get(name);
    if (known !== undefined && known.value !== value) {
      found.remarks.push(`The variable ${name} is set again, which is not carried over.`);
      return;
    }
    found.variables.set(name, { name, value, isSecret: false });
  } else if (!isExtracted) {
    found.remarks.push(`The variable ${name} is known only when the script runs, and not carried over.`);
  }
}

/** Whether a value is a text that holds no more than other variables. */
function isSettled(name: string, value: string): boolean {
  return !/\$\(|`|\$\{/.test(value) && findReferences(value).every((reference) => reference.name !== name);
}

/** Reads the command whose output a variable keeps; false when there is none, or more is done with it. */
function readExtraction(variable: string, text: string, found: Found, depth: number): boolean {
  const { commands } = readCommands(text);
  const [first, filter, ...others] = commands;
  const args = first === undefined ? undefined : curlArguments(first.words);
  if (first === undefined || args === undefined) {
    return false;
  }
  const path = filter === undefined ? '$' : jqPath(filter.words);
  const isRead = path !== undefined && others.length === 0;
  if (!isRead) {
    readLevel(commands, found, depth + 1);
    return false;
  }
  const from = found.requests.length;
  readCurl(first, args, undefined, found);
  const rule: WrittenExtraction = {
    variable,
    from: 'body',
    ...(filter === undefined || path === '$' ? {} : { path }),
  };
  const last = found.requests.at(-1);
  if (last?.kind !== 'kept' || found.requests.length === from) {
    return false;
  }
  found.requests.splice(-1, 1, { ...last, request: withExtraction(last.request, rule) });
  return true;
}

function withExtraction(request: ImportedMembers, rule: WrittenExtraction): ImportedMembers {
  return { ...request, extract: [rule] };
}

function shown({ source }: ShellCommand): string {
  return shorten(oneLine(source).replace(/ +/g, ' '), MAX_SHOWN);
}

const MAX_SHOWN = 120;

/** The path of a filter; absent when it does more than to look at one place. */
function jqPath(words: readonly string[]): string | undefined {
  const [name, ...rest] = words;
  const filters = rest.filter((word) => !/^-{1,2}[a-z-]+$/i.test(word));
  const [filter = '', ...files] = filters;
  if (name !== 'jq' || files.length > 0 || !FILTER.test(filter)) {
    return undefined;
  }
  const steps = [...filter.replace(/\/\/.*$/s, '').matchAll(STEP)].map(([, bare, quoted, index]) =>
    index === undefined ? (bare ?? quoted ?? '') : Number(index),
  );
  return memberPath(steps);
}

/** Ends as people make sure of a value: `.token // empty`. */
const FILTER =
  /^\s*\.(?:(?:[A-Za-z_]\w*(?!\w)|"[^"\\]*"|\["[^"\\]*"\]|\[\d+\])\??\.?)*\s*(?:\/\/\s*\w+\s*)?$/;
const STEP = /([A-Za-z_]\w*)|"([^"\\]*)"|\[(\d+)\]/g;
