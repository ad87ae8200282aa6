/** The operations of a proposed matrix: the requests of a chain under names that say what they do to which object. */
import { defined } from '../../defined';
import { camelCase, capitalised } from '../../language/nameWords';
import type { ChainRequest } from '../../model';
import { detailOf, freeName, verbOf } from './generateNames';
import { objectOfRequest, type ChainObject } from './generateObjects';
import type { TriedRequest } from './generateRequests';
import { soundsEnding } from '../matrix/endsCredentials';
import type { Effect } from '../model/matrix';
import { wordsOf } from '../matrix/splitWords';
import { undeclaredChange } from '../matrix/safeRequest';

/** An operation, and what a person should look at. */
export interface ChainOperation {
  readonly name: string;
  /** Absent for a function that concerns no object. */
  readonly object?: ChainObject;
  readonly request: ChainRequest;
  readonly effect: Effect;
  readonly next?: ChainRequest;
  /** Something in it sounds as if nobody could take it back. */
  readonly irreversible: boolean;
  /** The word by which it sounds as if it changed something although its method reads; absent for none. */
  readonly changingWord?: string;
  /** Whether it does; absent where nobody decided. */
  readonly mutates?: boolean;
  /** Something in it sounds like a log-out or a new password. */
  readonly endsCredentials: boolean;
  /** Whole sentences. */
  readonly remarks: readonly string[];
}

/** The operations of a chain, those on objects first, in the order of the chain. */
export function findOperations(
  tried: readonly TriedRequest[],
  objects: readonly ChainObject[],
): readonly ChainOperation[] {
  const placed = tried
    .filter(({ isBound }) => !isBound)
    .map((item) => ({ item, object: objectOfRequest(item, objects) }));
  const plain = placed.map(({ item, object }) => plainName(item, object));
  const taken = new Set<string>();
  const operations = placed.map(({ item, object }, index): ChainOperation => {
    const wanted = plain[index] ?? '';
    const isFirst = !taken.has(wanted) && isMeant(item, object, plain.indexOf(wanted) === index);
    const name = isFirst ? wanted : freeName(detailedName(item, object), new Set([...taken, ...plain]));
    taken.add(name);
    const { request, next } = item;
    const irreversible = isIrreversible(item);
    const endsCredentials = item.effect !== 'read' && soundsEnding(request);
    return {
      name,
      ...defined({ object }),
      request,
      effect: effectOn(item, object),
      ...defined({
        next,
        changingWord: undeclaredChange({ endsCredentials: soundsEnding(request) }, request),
      }),
      irreversible,
      endsCredentials,
      remarks: [...(endsCredentials ? [ENDING] : []), ...remarksOn(item, irreversible)],
    };
  });
  return [
    ...operations.filter(({ object }) => object !== undefined),
    ...operations.filter(({ object }) => object === undefined),
  ];
}

const LOOKED_UP =
  'A POST that sounds as if it only looked something up: set "effect" to "read" if so. Until then it is sent only where changes are allowed.';

const ENDING = 'Ends credentials: tried last, on users that "throwAway" says how to make.';

/** The name without detail belongs to the request that the object itself names, else to the first one. */
function isMeant(
  { request, effect }: TriedRequest,
  object: ChainObject | undefined,
  isFirst: boolean,
): boolean {
  const own = effect === 'read' ? object?.read : effect === 'delete' ? object?.delete : undefined;
  return request === object?.list || own === undefined ? isFirst : own === request;
}

function plainName(item: TriedRequest, object: ChainObject | undefined): string {
  if (object === undefined) {
    return functionName(item);
  }
  return item.effect === 'action' && !isCreation(item, object)
    ? detailedName(item, object)
    : `${object.name}.${verbOn(item, object)}`;
}

function detailedName(item: TriedRequest, object: ChainObject | undefined): string {
  if (object === undefined) {
    return functionName(item);
  }
  const { id } = item.request;
  const detail = detailOf(id, object.name);
  const verb = lookedUp(item) ?? verbOn(item, object);
  if (verb === 'action') {
    return `${object.name}.${camelCase(detail.length > 0 ? detail : wordsOf(id).slice(0, 1))}`;
  }
  return `${object.name}.${verb}${capitalised(camelCase(detail))}`;
}

/** The verb of what sounds as if it read, although it cannot be taken to. */
function lookedUp({ request, effect }: TriedRequest): 'read' | 'list' | undefined {
  const verb = effect === 'action' ? verbOf(request.id) : undefined;
  return verb === 'read' || verb === 'list' ? verb : undefined;
}

/** `users.list` for `list-users`, `stats.read` for a GET called `stats`. */
function functionName({ request: { id }, effect }: TriedRequest): string {
  const words = wordsOf(id);
  const verb = verbOf(id);
  if (verb !== undefined && words.length > 1) {
    return `${nameFrom(words.slice(1))}.${verb}`;
  }
  if (effect === 'read' || words.length < 2) {
    return `${nameFrom(words)}.${effect}`;
  }
  return `${nameFrom(words.slice(1))}.${words[0] ?? ''}`;
}

/** Names of a matrix begin with a letter. */
function nameFrom(words: readonly string[]): string {
  const name = camelCase(words);
  return /^[a-z]/.test(name) ? name : `function${capitalised(name)}`;
}

function verbOn(item: TriedRequest, object: ChainObject): string {
  return item.request === object.list ? 'list' : effectOn(item, object);
}

function effectOn(item: TriedRequest, object: ChainObject | undefined): Effect {
  return object !== undefined && isCreation(item, object) ? 'create' : item.effect;
}

function isCreation({ request, creates }: TriedRequest, { create, id }: ChainObject): boolean {
  return request === create && creates.some((name) => id.includes(name));
}

function isIrreversible({ request: { id, url, method }, effect }: TriedRequest): boolean {
  // An address that is written is a value like others; one that is posted to gets a message.
  const isWritten = /^(?:PUT|PATCH|DELETE)$/i.test(method);
  return (
    effect !== 'read' &&
    wordsOf(`${id} ${url}`).some((word) => FINAL.test(word) && !(isWritten && /^e?mails?$/.test(word)))
  );
}

/** Money and messages do not come back. */
const FINAL =
  /^(?:pay|payments?|checkouts?|charges?|refunds?|transfers?|payouts?|send|mails?|emails?|sms|invite|invitations?|notify|publish)$/;

function remarksOn(item: TriedRequest, irreversible: boolean): readonly string[] {
  const { request, effect } = item;
  const isPost = request.method.toUpperCase() === 'POST';
  const isGuess = isPost && effect !== 'action';
  return [
    ...(isPost && lookedUp(item) !== undefined ? [LOOKED_UP] : []),
    ...(isGuess ? [`A POST: check that its effect is "${effect}".`] : []),
    ...(irreversible ? ['Sounds as if nobody could take it back: only --irreversible tries it.'] : []),
  ];
}
