/** The operation that signs in: a POST that takes a password, and whose answer has a token or which sounds like it. */
import {
  answerTo,
  inExtraction,
  inMatrix,
  type Asking,
  type Question,
} from '../../../core/authz/generate/questions';
import { isCredentialName } from '../../../core/masking/credentialNames';
import { pathToMember } from './answerMembers';
import { bodyMembers } from './bodyMembers';
import { titleOf, type DescribedOperation } from './describedApi';

/** The variable that signing in gives. */
export const TOKEN_VARIABLE = 'token';

/** How users sign in. */
export interface SignIn {
  readonly operation: DescribedOperation;
  /** JSONPath of the token in its answer; absent where a cookie is what it gives. */
  readonly token?: string;
}

/** What was found, and what has to be asked. */
interface FoundSignIn {
  readonly signIn?: SignIn;
  readonly questions: readonly Question[];
}

/** The answer that nobody signs in by a request. */
const NO_SIGN_IN = 'token';

/** @param isByCookie whether the description says that a cookie authenticates */
export function findSignIn(
  operations: readonly DescribedOperation[],
  { asking, isByCookie }: { readonly asking: Asking; readonly isByCookie: boolean },
): FoundSignIn {
  const { answers, say } = asking;
  const rated = operations
    .map((operation) => ({ operation, rate: rateOf(operation) }))
    .filter(({ rate }) => rate > 0)
    .toSorted((one, other) => other.rate - one.rate);
  const [best, second] = rated;
  if (best === undefined) {
    return { questions: [] };
  }
  const question: Question = {
    id: 'sign-in',
    text: say('How do users sign in?'),
    kind: 'one',
    choices: [
      ...rated.map(({ operation }) => ({ value: titleOf(operation), title: titleOf(operation) })),
      { value: NO_SIGN_IN, title: say('with credentials of their own, which are written down as secrets') },
    ],
    proposed: titleOf(best.operation),
    decides: [inMatrix('users', '*', 'login')],
  };
  const isOpen = second?.rate === best.rate;
  const chosen = answerTo(question, answers);
  const operation = rated.find((one) => titleOf(one.operation) === chosen)?.operation;
  const asked = isOpen ? [question] : [];
  if (operation === undefined) {
    return { questions: asked };
  }
  const known = tokenPath(operation);
  if (known !== undefined || isByCookie) {
    return { signIn: { operation, ...(known === undefined ? {} : { token: known }) }, questions: asked };
  }
  const where: Question = {
    id: 'token',
    text: say('Where is the token in the answer to {0}? Give a JSONPath.', titleOf(operation)),
    kind: 'text',
    choices: [],
    proposed: '$.token',
    decides: [inExtraction(TOKEN_VARIABLE)],
  };
  return { signIn: { operation, token: answerTo(where, answers) }, questions: [...asked, where] };
}

/** Whether a member of a body is what signs in. */
export function isPassword(name: string): boolean {
  return isCredentialName(name) && /pass|pwd|pin|secret/i.test(name);
}

/** Whether a member of a body says who signs in. */
export function identifiesUser(name: string): boolean {
  return /mail|user|login|account|phone|^(?:nick)?name$|identifier|tenant/i.test(name);
}

/** 0 for what signs nobody in. */
function rateOf(operation: DescribedOperation): number {
  const { request, path } = operation;
  const members = bodyMembers(request.request.body);
  const name = `${path} ${request.id ?? ''}`;
  if (
    request.request.method !== 'POST' ||
    !members.some((member) => isPassword(member.name)) ||
    path.includes('{{') ||
    OTHERWISE.test(name)
  ) {
    return 0;
  }
  const sounds = SIGNING_IN.test(name) ? 2 : 0;
  const gives = tokenPath(operation) === undefined ? 0 : 2;
  const isLong = members.length > LONGEST ? 1 : 0;
  return Math.max(0, sounds + gives - isLong);
}

/** Members of a form to sign in on; more are in one to register. */
const LONGEST = 4;

const SIGNING_IN = /log-?_?in|sign-?_?in|auth|token|session/i;

const OTHERWISE = /regist|sign-?_?up|forg[eo]t|reset|recover|verif|change|confirm|otp|unlock/i;

/** Best what is called a token for access; a refresh token only renews one. */
function tokenPath({ answer }: DescribedOperation): string | undefined {
  return (
    pathToMember(answer, (name) => ACCESS.test(name)) ?? pathToMember(answer, (name) => TOKEN.test(name))
  );
}

const ACCESS = /^(?:access|auth|bearer|jwt)[-_]?token$|^jwt$/i;
const TOKEN = /^(?:id|session|api)?[-_]?token$|^(?:authorization|api[-_]?key|session[-_]?id)$/i;
