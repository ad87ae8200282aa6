/**
 * Whether a request may be sent without anybody's consent: safe by its method (RFC 9110 §9.2.1) and by its name.
 *
 * The method alone does not tell: `GET /createdb` resets a database, `GET /logout` ends a session. This is the one
 * definition for everything that chooses a request by itself. A word too many costs a question; one too few costs
 * data. Past participles and plurals describe what is read (`/orders/created`, `/password-resets`) and are safe.
 */
import type { ChainRequest } from '../../model';
import { pathTemplate } from '../model/cellId';
import { effectOf } from './effects';
import { onlyQueries } from './graphqlEffect';
import type { MatrixOperation } from '../model/matrix';
import { wordsOf } from './splitWords';

/** What a request is judged by. */
export type JudgedRequest = Pick<ChainRequest, 'id' | 'method' | 'url' | 'query' | 'headers' | 'body'>;

/** Whether nothing about a request says that it changes something. */
export function isSafe(request: JudgedRequest): boolean {
  return isSafeByMethod(request) && changingWord(request) === undefined;
}

/** Whether its method reads, as sent and as a header or parameter overrides it; GraphQL queries read by POST. */
export function isSafeByMethod({ method, body, headers, query, url }: JudgedRequest): boolean {
  const isQuery = body?.kind === 'graphql' && onlyQueries(body.query);
  const overriding = [
    ...headers.filter(({ name, disabled }) => !disabled && OVERRIDING_HEADER.test(name)),
    ...parametersOf({ query, url }).filter(({ name }) => name.toLowerCase() === '_method'),
  ];
  return (
    (isQuery || effectOf(method) === 'read') && overriding.every(({ value }) => effectOf(value) === 'read')
  );
}

/** The word by which a request sounds as if it changed something: `createdb` of `GET /createdb`; absent for none. */
export function changingWord(request: Pick<JudgedRequest, 'id' | 'url' | 'query'>): string | undefined {
  const segments = pathTemplate(request).replace(/\/$/, '').replace(REFERENCE, '').split('/');
  // `get-order-after-delete` says when, not what.
  const id = request.id.replace(CIRCUMSTANCE, '');
  const word = [...segments, id].map(changingWordIn).find((found) => found !== undefined);
  return word ?? actionWord(id, segments.at(-1)) ?? changingParameter(request);
}

/** The action at the end of a path, or at the beginning of the name of a request. */
function actionWord(id: string, end = ''): string | undefined {
  return [end.toLowerCase(), wordsOf(id)[0] ?? ''].find((word) => ACTIONS.has(word));
}

/** Whether a request asks by its path who is signed in, such as `GET /me`. */
export function asksWhoIsSignedIn(request: Pick<JudgedRequest, 'url'>): boolean {
  return WHO_AM_I.test(pathTemplate(request));
}

const WHO_AM_I = /\/(?:me|self|who-?am-?i|user-?info|current[-_]?user)\/?$/i;

/**
 * The word for which an operation is not sent before `mutates` declares whether it changes something; absent where
 * the method, or what ends credentials, asks for consent in its own way.
 */
export function undeclaredChange(
  { mutates, endsCredentials }: Pick<MatrixOperation, 'mutates' | 'endsCredentials'>,
  request: JudgedRequest,
): string | undefined {
  const isDeclared = mutates !== undefined || endsCredentials === true;
  return isDeclared || effectOf(request.method) !== 'read' ? undefined : changingWord(request);
}

const OVERRIDING_HEADER = /^x-(?:http-)?method(?:-override)?$/i;

const REFERENCE = /\{\{[^{}]*\}\}/g;

const CIRCUMSTANCE =
  /(?:[-_.](?:after|before|since|until|once|when)[-_.]|(?:After|Before|Since|Until|Once|When)(?=[A-Z])).*$/;

function changingWordIn(name: string): string | undefined {
  const words = wordsOf(name);
  const [first] = words;
  if (first !== undefined && COMMANDS.has(first)) {
    return first;
  }
  const pairs = words.map((word, index) => `${words[index - 1] ?? ''}${word}`);
  return words.find(isChanging) ?? pairs.find((pair) => SIGNING_OUT.test(pair));
}

function isChanging(word: string): boolean {
  return CHANGES.has(word) || COMPOUND.test(word) || SIGNING_OUT.test(word);
}

/** `?action=delete` and `?reset=true`; `?include=deleted` and `?created_after=…` select what is read. */
function changingParameter(request: Pick<JudgedRequest, 'url' | 'query'>): string | undefined {
  const said = parametersOf(request).flatMap(({ name, value }) =>
    ACTION_PARAMETERS.has(name.toLowerCase()) ? [value] : wordsOf(name).length === 1 ? [name] : [],
  );
  return said.map((text) => text.toLowerCase()).find((text) => isChanging(text) || COMMANDS.has(text));
}

function parametersOf({ url, query }: Pick<JudgedRequest, 'url' | 'query'>): readonly Parameter[] {
  const [, written = ''] = /\?([^#]*)/.exec(url) ?? [];
  const inUrl = written.split('&').map((pair): Parameter => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
  return [...inUrl, ...query.filter(({ disabled }) => !disabled)];
}

interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** Words that change something wherever they appear. */
const CHANGES: ReadonlySet<string> = new Set(
  (
    'create recreate reset init initialize initialise reinitialize seed reseed populate migrate insert upsert ' +
    'drop delete remove erase destroy wipe truncate purge clear flush unlink unsubscribe revoke regenerate ' +
    'toggle enable disable activate deactivate install uninstall shutdown restart reboot rollback'
  ).split(' '),
);

/** Words that change something when a name begins with them: `change-password`, not `exchange-rates` or `icon-set`. */
const COMMANDS: ReadonlySet<string> = new Set(
  (
    'set add change update modify cancel approve reject accept decline confirm publish rotate terminate send ' +
    'trigger execute register unregister'
  ).split(' '),
);

/**
 * Words that are nouns as well (`/bans`, `/archive/2027`, `/runs/1/setup-log`): they change something at the end of
 * a path, where frameworks put the action on one object, and at the beginning of the name that somebody gave to a
 * request.
 */
const ACTIONS: ReadonlySet<string> = new Set(
  'ban unban pay refund archive lock unlock run start stop setup'.split(' '),
);

/** Parameters whose value says what is done. */
const ACTION_PARAMETERS: ReadonlySet<string> = new Set('action do cmd command op operation task'.split(' '));

const SIGNING_OUT = /^(?:[a-z]*(?:log|sign)(?:out|off)(?:all|user|session)?)$/;

/** What such a word is written together with: `createdb`, `resetpassword`, `dbreset`. */
const THING =
  '(?:all|everything|dbs?|data|databases?|schemas?|tables?|indexe?s?|caches?|stores?|users?|admins?|accounts?|' +
  'sessions?|tokens?|keys?|passwords?|pass|pwd|orders?|items?|carts?|baskets?|files?|queues?|' +
  'demo|tests?|testdata|env|state|system|server|app)';

const COMPOUND = new RegExp(
  `^(?:(?:re)?(?:create|reset|init|seed|populate|migrate|drop|delete|remove|erase|destroy|wipe|truncate|purge|clear|` +
    `flush|toggle|set|add|change|update)${THING}|${THING}(?:create|reset|init|seed|drop|delete|remove|wipe|purge|clear|flush))$`,
);
