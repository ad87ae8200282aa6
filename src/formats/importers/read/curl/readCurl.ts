/** A cURL command as somebody pastes it: the first request of the text, and what is left out. */
import type { ImportedMembers } from '../../shape/imported';
import { UserError } from '../../../../core/errors';
import { textOf } from '../../shape/externalJson';
import { isCurl } from '../detectFormat';
import { curlRequests } from './curlRequest';
import { curlArguments } from './curlWords';
import { readCommands } from './shellCommands';

/** A request as a chain file states it, and the parts of the text that it lacks, as written. */
export interface PastedRequest {
  readonly request: ImportedMembers & { readonly id: string };
  readonly leftOut: readonly string[];
}

/** Reads a cURL command. Throws UserError when the text is none, or names no URL. */
export function readCurl(text: string): PastedRequest {
  if (!isCurl(text)) {
    throw new UserError('This is not a cURL command.', 'Copy one that begins with curl.');
  }
  const [command] = readCommands(text).commands;
  const [first, ...others] =
    command === undefined ? [] : curlRequests(curlArguments(command.words) ?? [], command.input);
  if (command === undefined || first === undefined) {
    throw new UserError('This cURL command names no URL.', 'Copy the whole command.');
  }
  const rest = command.rest.trim().replace(/^[;&]+\s*/, '');
  return {
    request: first.request,
    leftOut: [
      ...first.leftOut,
      ...others.map(({ request }) => textOf(request['url']) ?? ''),
      ...(rest === '' ? [] : [rest]),
    ],
  };
}
