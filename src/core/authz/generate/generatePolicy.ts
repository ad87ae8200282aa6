/**
 * The policy of a proposed matrix, and the questions about it. Who owns what, who may use what and what is public cannot be
 * read off a chain, so each is asked; until somebody answers, objects are their owners', and functions are for everybody who
 * signs in, unless they sound like administration.
 */
import { list } from '../../words';
import type { JsonObject, JsonValue } from '../../json/json';
import type { Say } from '../../say';
import { wordsOf } from '../matrix/splitWords';
import { pathTemplate } from '../model/cellId';
import type { ChainObject } from './generateObjects';
import type { ChainOperation } from './generateOperations';
import type { Tenant } from './generateTenants';
import { answerTo, inMatrix, valuesOf, type Asking, type Choice, type Question } from './questions';

/** Who may do what, by role, and what needs no credentials. */
export interface ProposedPolicy {
  readonly rules: readonly (readonly [role: string, rules: JsonObject])[];
  /** Names of operations. */
  readonly public: readonly string[];
  /** What objects are shared within; absent when each is its owner's, or everybody's. */
  readonly sharedBy: Tenant | undefined;
  /** What a person decides. */
  readonly questions: readonly Question[];
}

/** What a policy is about. */
interface PolicySource {
  readonly roles: readonly string[];
  readonly objects: readonly ChainObject[];
  readonly operations: readonly ChainOperation[];
  /** What users are divided by; absent when nothing shows it. */
  readonly tenant?: Tenant;
  /** Whether requests of the chain have credentials as a rule. */
  readonly isProtected: boolean;
}

/** Proposes the policy by answers to its own questions. */
export function proposePolicy(source: PolicySource, asking: Asking): ProposedPolicy {
  const { answers } = asking;
  const open = publicOperations(source, asking);
  const reach = objectReach(source, asking);
  const ofNoObject = source.operations.filter(({ object }) => object === undefined);
  const functions = ofNoObject.filter(({ name }) => !open.names.has(name));
  const decided = source.roles.flatMap((role) => functionQuestion(role, functions, asking) ?? []);
  // Administrators are granted everything, unless somebody says otherwise without being asked.
  const asked = decided.filter(({ id, proposed, choices }) => {
    return answers.has(id) || valuesOf(proposed).length < choices.length || !isAdministrators(id);
  });
  const rules = source.roles.map((role): readonly [string, JsonObject] => {
    const question = decided.find(({ id }) => id === functionsOf(role));
    const granted = new Set(question === undefined ? [] : valuesOf(answerTo(question, answers)));
    return [
      role,
      Object.fromEntries([
        ...source.objects.flatMap((object) =>
          objectRules(object, { ...source, role, reach: reach.of(object) }),
        ),
        // What a server answers without credentials it cannot keep from who has some.
        ...source.operations
          .filter(
            ({ name, object, effect }) => object !== undefined && effect === 'read' && open.names.has(name),
          )
          .map(({ name }) => [name, 'any'] as const),
        ...ofNoObject.map(
          ({ name, endsCredentials }) =>
            [name, endsCredentials || granted.has(name) || open.names.has(name) ? 'any' : 'none'] as const,
        ),
      ]),
    ];
  });
  const isShared = source.objects.some((object) => [READ_BY_TENANT, TENANT].includes(reach.of(object)));
  return {
    rules,
    public: [...open.names],
    sharedBy: isShared ? source.tenant : undefined,
    questions: [...reach.questions, ...asked, ...open.questions],
  };
}

/** The id of the question which functions a role may use. */
function functionsOf(role: string): string {
  return `functions.${role}`;
}

/** Which functions a role may use. Ending the own session is everybody's and not asked. */
function functionQuestion(
  role: string,
  functions: readonly ChainOperation[],
  { say }: Asking,
): Question | undefined {
  const asked = functions.filter(({ endsCredentials }) => !endsCredentials);
  const isGranted = (operation: ChainOperation): boolean =>
    isAdministrators(role) || !soundsLikeAdministration(operation);
  return asked.length === 0
    ? undefined
    : {
        id: functionsOf(role),
        text: say('Which of these may {0} use?', withArticle(role, say)),
        kind: 'several',
        choices: asked.map(operationChoice),
        proposed: asked
          .filter(isGranted)
          .map(({ name }) => name)
          .join(','),
        decides: asked.map(({ name }) => inMatrix('policy', role, name)),
      };
}

const ADMINISTRATION =
  /^(?:admins?|administrators?|administration|root|super(?:user|visor)?|staff|operators?|managers?|internal|debug|audits?|system)$/;

/** Whether a role, or the question about one, is that of administrators. */
function isAdministrators(role: string): boolean {
  return wordsOf(role).some((word) => ADMINISTRATION.test(word));
}

function soundsLikeAdministration({ request }: ChainOperation): boolean {
  return wordsOf(`${request.id} ${pathTemplate(request)}`).some((word) => ADMINISTRATION.test(word));
}

/** What the chain sends without credentials, though most of it has some. */
function publicOperations(
  { operations, isProtected }: PolicySource,
  { answers, say }: Asking,
): { readonly names: ReadonlySet<string>; readonly questions: readonly Question[] } {
  const open = operations.filter(({ request }) => isProtected && request.auth.type === 'none');
  if (open.length === 0) {
    return { names: new Set(), questions: [] };
  }
  const question: Question = {
    id: 'public',
    text: say('Which of these need no credentials?'),
    kind: 'several',
    choices: open.map(operationChoice),
    proposed: open.map(({ name }) => name).join(','),
    decides: [inMatrix('policy', 'public')],
  };
  return { names: new Set(valuesOf(answerTo(question, answers))), questions: [question] };
}

function operationChoice({ name, request }: ChainOperation): Choice {
  return {
    value: name,
    title: `${request.method} ${pathTemplate(request).replace(/\{\{([^{}]+)\}\}/g, '{$1}')}`,
  };
}

/** How far roles reach the objects of others. */
interface ObjectReach {
  /** The answer for a kind of object. */
  readonly of: (object: ChainObject) => string;
  readonly questions: readonly Question[];
}

/** One question about all kinds, and one about each for whom that is not enough. */
function objectReach(source: PolicySource, { answers, say }: Asking): ObjectReach {
  const { objects } = source;
  const choices = reachChoices(source, say);
  const each = objects.map((object): Question => ({
    id: `object.${object.name}`,
    text: say('Who may read, change and delete {0}?', withArticle(object.name, say)),
    kind: 'one',
    choices,
    proposed: OWNER,
    decides: [inMatrix('policy', '*', `${object.name}.*`)],
  }));
  if (objects.length < 2) {
    const [only] = each;
    return {
      of: () => (only === undefined ? OWNER : answerTo(only, answers)),
      questions: each,
    };
  }
  const all: Question = {
    id: 'objects',
    text: say(
      'Who may read, change and delete {0}?',
      list(
        objects.map(({ name }) => withArticle(name, say)),
        say,
      ),
    ),
    kind: 'one',
    choices: [...choices, { value: EACH, title: say('it is different: ask for each') }],
    proposed: OWNER,
    decides: each.flatMap(({ decides }) => decides),
  };
  const ofAll = answerTo(all, answers);
  return {
    of: ({ name }) => {
      const own = each.find(({ id }) => id === `object.${name}`);
      const ofOthers = ofAll === EACH ? OWNER : ofAll;
      return own === undefined ? ofOthers : answerTo({ ...own, proposed: ofOthers }, answers);
    },
    questions: ofAll === EACH ? [all, ...each] : [all],
  };
}

const OWNER = 'owner';
const READ_BY_ALL = 'owner, read by everyone';
const READ_BY_TENANT = 'owner, read by its tenant';
const TENANT = 'its tenant';
const EVERYONE = 'everyone';
const EACH = 'each';

/** How far objects can be reached, in words. */
function reachChoices({ roles, tenant }: PolicySource, say: Say): readonly Choice[] {
  return [
    { value: OWNER, title: say('its owner') },
    ...(tenant === undefined
      ? []
      : [
          { value: READ_BY_TENANT, title: say('its owner; its {0} may read it', tenant.attribute) },
          { value: TENANT, title: say('its {0}', tenant.attribute) },
        ]),
    { value: READ_BY_ALL, title: say('its owner; everyone who signs in may read it') },
    { value: EVERYONE, title: say('everyone who signs in') },
    ...(roles.length < 2
      ? []
      : roles.flatMap((role) => [
          { value: `owner and ${role}`, title: say('its owner and every {0}', role) },
          { value: `only ${role}`, title: say('nobody but {0}', withArticle(role, say)) },
        ])),
  ];
}

/** Whose objects of a kind a role may use, in which operations. */
interface RoleReach extends Pick<PolicySource, 'operations' | 'tenant'> {
  readonly role: string;
  readonly reach: string;
}

function objectRules(
  object: ChainObject,
  { role, reach, operations, tenant }: RoleReach,
): readonly (readonly [pattern: string, scope: JsonValue])[] {
  const pattern = `${object.name}.*`;
  const shared = tenant === undefined ? 'own' : ['own', tenant.attribute];
  switch (reach) {
    case EVERYONE:
    case `owner and ${role}`:
    case `only ${role}`:
      return [[pattern, 'any']];
    case READ_BY_ALL:
      return [[pattern, 'own'], ...readsOf(object, operations, 'any')];
    case READ_BY_TENANT:
      return [[pattern, 'own'], ...readsOf(object, operations, shared)];
    case TENANT:
      return [[pattern, shared]];
    default:
      return [[pattern, reach.startsWith('only ') ? 'none' : 'own']];
  }
}

function readsOf(
  object: ChainObject,
  operations: readonly ChainOperation[],
  scope: JsonValue,
): readonly (readonly [name: string, scope: JsonValue])[] {
  return operations
    .filter((operation) => operation.object === object && operation.effect === 'read')
    .map(({ name }) => [name, scope] as const);
}

/** `an order`, `a user order`. */
function withArticle(name: string, say: Say): string {
  const words = wordsOf(name).join(' ');
  return say(/^[aeio]|^u(?!s)/.test(words) ? 'an {0}' : 'a {0}', words);
}
