/**
 * The first environment of a chain: the origin of its first request becomes `baseUrl`, so that the chain can be sent
 * elsewhere by choosing another environment.
 */
import { textAt } from '../analysis/locationOf';
import type { ChainSource } from '../analysis/chainSource';
import { newEnvironmentText } from '../edit/environmentEdit';
import { setMember } from '../edit/jsonEdit';
import { inOrder, type TextEdit } from '../edit/textEdit';
import { CHAIN, REQUEST, below } from '../files/writtenPath';
import { setPlace } from './placeEdit';

const ORIGIN = /^https?:\/\/[^/?#@\s{}]+(?=[/?#]|$)/i;
const OWN_MACHINE = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/i;

/** The origin that the first request is sent to; absent when it is not written out, or the chain has an environment. */
export function firstOrigin({ requests: [first], marks }: ChainSource): string | undefined {
  return marks.environment === undefined ? originOf(textAt(first?.tree, below(REQUEST, 'url'))) : undefined;
}

/** A new environment file, and what changes in the chain. */
export interface FirstEnvironment {
  readonly file: string;
  readonly content: string;
  readonly edits: readonly TextEdit[];
}

/** Moves an origin from the URLs of a chain into an environment. Throws UserError when the text is not JSON. */
export function firstEnvironment({ text, requests }: ChainSource, origin: string): FirstEnvironment {
  const name = OWN_MACHINE.test(origin) ? 'local' : 'default';
  const urls = requests.flatMap(({ index, tree }) => {
    const url = textAt(tree, below(REQUEST, 'url')) ?? '';
    return originOf(url) === origin
      ? setMember(text, below(CHAIN, 'requests', index, 'url'), `{{baseUrl}}${url.slice(origin.length)}`)
      : [];
  });
  return {
    file: `${name}.environment.json`,
    content: newEnvironmentText(name, origin),
    edits: inOrder([
      ...(setPlace(text, below(CHAIN, 'environment'), { before: undefined, value: name }) ?? []),
      ...urls,
    ]),
  };
}

function originOf(url = ''): string | undefined {
  return ORIGIN.exec(url)?.[0];
}
