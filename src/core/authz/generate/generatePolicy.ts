/**
 * The policy of a proposed matrix, and the questions about it. Who owns what, who may use what and what is public cannot be
 * read off a chain, so each is asked; until somebody answers, objects are their owners', and functions are for everybody who
 * signs in, unless they sound like administration.
 */
import type { JsonObject } from '../../json/json';
import { list } from '../../words';
import { wordsOf } from '../matrix/splitWords';
import { pathTemplate } from '../model/cellId';
import type { ChainObject } from './generateObjects';
import type { ChainOperation } from './generateOperations';
import { answerTo, valuesOf, type Answers, type Choice, type Question } from './questions';

/** Who may do what, by role, and what needs no credentials. */
export interface ProposedPolicy {
  readonly rules: readonly (readonly [role: string, rules: JsonObject])[];
  /** Names of operations. */
  readonly public: readonly string[];
  /** What a person decides. */
  readonly questions: readonly Question[];
}

/** What a policy is about. */
interface PolicySource {
  readonly roles: readonly string[];
  readonly objects: readonly ChainObject[];
  readonly operations: readonly ChainOperation[];
  /** Whether requests of the chain have credentials as a rule. */
  readonly isProtected: boolean;
}

/** Proposes the policy by answers to its own questions. */
export function proposePolicy(source: PolicySource, answers: Answers): ProposedPolicy {
  const open = publicOperations(source, answers);
  const reach = objectReach(source, answers);
  const ofNoObject = source.operations.filter(({ object }) => object === undefined);
  const functions = ofNoObject.filter(({ name }) => !open.names.has(name));
  const decided = source.roles.flatMap((role) => functionQuestion(role, functions) ?? []);
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
          objectRules(object, { role, reach: reach.of(object), operations: source.operations }),
        ),
        ...ofNoObject.map(
          ({ name, endsCredentials }) =>
            [name, endsCredentials || granted.has(name) || open.names.has(name) ? 'any' : 'none'] as const,
        ),
      ]),
    ];
  });
  return { rules, public: [...open.names], questions: [...reach.questions, ...asked, ...open.questions] };
}

/** The id of the question which functions a role may use. */
function functionsOf(role: string): string {
  return `functions.${role}`;
}

/** Which functions a role may use. Ending the own session is everybody's and not asked. */
function functionQuestion(role: string, functions: readonly ChainOperation[]): Question | undefined {
  const asked = functions.filter(({ endsCredentials }) => !endsCredentials);
  const isGranted = (operation: ChainOperation): boolean =>
    isAdministrators(role) || !soundsLikeAdministration(operation);
  return asked.length === 0
    ? undefined
    : {
        id: functionsOf(role),
        text: `Which of these may ${withArticle(role)} use?`,
        kind: 'several',
        choices: asked.map(operationChoice),
        proposed: asked
          .filter(isGranted)
          .map(({ name }) => name)
          .join(','),
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
  answers: Answers,
): { readonly names: ReadonlySet<string>; readonly questions: readonly Question[] } {
  const open = operations.filter(({ request }) => isProtected && request.auth.type === 'none');
  if (open.length === 0) {
    return { names: new Set(), questions: [] };
  }
  const question: Question = {
    id: 'public',
    text: 'Which of these need no credentials?',
    kind: 'several',
    choices: open.map(operationChoice),
    proposed: open.map(({ name }) => name).join(','),
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
function objectReach({ objects, roles }: PolicySource, answers: Answers): ObjectReach {
  const choices = reachChoices(roles);
  const each = objects.map((object): Question => ({
    id: `object.${object.name}`,
    text: `Who may read, change and delete ${withArticle(object.name)}?`,
    kind: 'one',
    choices,
    proposed: OWNER,
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
    text: `Who may read, change and delete ${list(objects.map(({ name }) => withArticle(name)))}?`,
    kind: 'one',
    choices: [...choices, { value: EACH, title: 'it is different: ask for each' }],
    proposed: OWNER,
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
const EVERYONE = 'everyone';
const EACH = 'each';

/** How far objects can be reached, in words. A further scope of grants, such as one for tenants, is a further choice here. */
function reachChoices(roles: readonly string[]): readonly Choice[] {
  return [
    { value: OWNER, title: 'its owner' },
    { value: READ_BY_ALL, title: 'its owner; everyone who signs in may read it' },
    { value: EVERYONE, title: 'everyone who signs in' },
    ...(roles.length < 2
      ? []
      : roles.flatMap((role) => [
          { value: `owner and ${role}`, title: `its owner and every ${role}` },
          { value: `only ${role}`, title: `nobody but ${withArticle(role)}` },
        ])),
  ];
}

/** Whose objects of a kind a role may use, in which operations. */
interface RoleReach {
  readonly role: string;
  readonly reach: string;
  readonly operations: readonly ChainOperation[];
}

function objectRules(
  object: ChainObject,
  { role, reach, operations }: RoleReach,
): readonly (readonly [pattern: string, scope: string])[] {
  const pattern = `${object.name}.*`;
  switch (reach) {
    case EVERYONE:
    case `owner and ${role}`:
    case `only ${role}`:
      return [[pattern, 'any']];
    case READ_BY_ALL:
      return [
        [pattern, 'own'],
        ...operations
          .filter((operation) => operation.object === object && operation.effect === 'read')
          .map(({ name }) => [name, 'any'] as const),
      ];
    default:
      return [[pattern, reach.startsWith('only ') ? 'none' : 'own']];
  }
}

/** `an order`, `a user order`. */
function withArticle(name: string): string {
  const words = wordsOf(name).join(' ');
  return `${/^[aeio]|^u(?!s)/.test(words) ? 'an' : 'a'} ${words}`;
}
