/**
 * Proposing an authorization matrix from a chain: its requests are the operations, what they create and name
 * by identifiers are the objects, and the users sign in as the chain does.
 *
 * It is a proposal that a person reads and corrects: nothing mutating is agreed to, remarks say where to look, and what a
 * chain does not say is asked. The same chain and the same answers give the same text.
 */
import { defined } from '../../defined';
import { relativePath } from '../../language/chainPaths';
import type { Environment } from '../../model';
import { inEnglish, type Say } from '../../say';
import { declareChanges } from './generateChanges';
import { DEFAULT_LIMITS } from '../matrix/matrixShape';
import { measureProposal, type ProposalSize } from './generateLimits';
import { findLogin } from './generateLogin';
import { notesOn } from './generateNotes';
import { findObjects } from './generateObjects';
import { findOperations } from './generateOperations';
import { targetOrigins } from './generateOrigins';
import { proposePolicy } from './generatePolicy';
import { sortRequests } from './generateRequests';
import { answerTo, inMatrix, type Asking, type Question } from './questions';
import { findTenant, withTenants, type TenantName } from './generateTenants';
import {
  operationSection,
  policySection,
  resourceSection,
  rolesOf,
  throwAwaySection,
  userSection,
} from './generateSections';
import { RemarkedObject, writeRemarked } from './generateText';
import { findThrowAway, withholdRegistrations } from './generateThrowAways';
import { proposeUsers, type NewUser } from './generateUsers';
import type { MatrixChain, MatrixLimits, RequestName } from '../model/matrix';

/** What a matrix is proposed from. */
export interface MatrixSource {
  readonly chain: MatrixChain;
  readonly users: readonly NewUser[];
  /** Answers to questions of an earlier proposal, and the language of the questions; none and English when absent. */
  readonly asking?: Asking;
  /** What a description says users are divided by; absent when it says nothing, or there is none. */
  readonly tenant?: TenantName;
  /** The environment that the chain is run in; absent when it names none. */
  readonly environment?: Environment;
  /** Workspace path that the matrix will have: what it names is relative to it. */
  readonly file: string;
}

/** A matrix as text, and what a person should know about it. Whole sentences. */
export interface ProposedMatrix {
  readonly text: string;
  readonly notes: readonly string[];
  /** What the chain does not say, and what is proposed for it. */
  readonly questions: readonly Question[];
  readonly size: ProposalSize;
}

const PLAINLY: Asking = { answers: new Map(), say: inEnglish };

/**
 * Proposes a matrix.
 *
 * @throws UserError for names of users or roles that a matrix cannot have
 */
export function generateMatrix({
  chain,
  users,
  asking = PLAINLY,
  tenant: described,
  environment,
  file,
}: MatrixSource): ProposedMatrix {
  const { answers, say } = asking;
  const login = findLogin(chain, environment);
  const requests = sortRequests(chain, login, say);
  const ownerVariables = new Set([...requests.ofUser, ...login.personal.map(({ name }) => name)]);
  const objects = findObjects(requests, ownerVariables);
  const { operations, questions: aboutChanges } = declareChanges(
    withholdRegistrations(findOperations(requests.tried, objects), { chain: chain.chain, login }),
    asking,
  );
  const { users: named, questions: aboutUsers } = proposeUsers(users, login, asking);
  const tenant = findTenant(login, described);
  const policy = proposePolicy(
    {
      ...{ roles: rolesOf(named), objects, operations, ...defined({ tenant }) },
      isProtected: login.name !== undefined || (chain.chain.auth ?? NO_AUTH).type !== 'none',
    },
    asking,
  );
  const { users: proposedUsers, questions: aboutTenants } = withTenants(named, policy.sharedBy, asking);
  const found = { users: proposedUsers, login, objects, operations, policy };
  const throwAway = findThrowAway({ ...found, chain: chain.chain });
  const proposed = throwAway === undefined ? found : { ...found, throwAway };
  const mutate = mutateQuestion(say);
  const nameOf = (name: RequestName): string => requestText(name, file);
  const environmentName = environment?.name ?? chain.chain.environment;
  const textWith = ({ requests: most, mutations }: MatrixLimits): string =>
    writeRemarked(
      new RemarkedObject([
        { name: 'formatVersion', value: 1 },
        { name: 'name', value: `${chain.chain.name}: who may do what` },
        ...(environmentName === undefined ? [] : [{ name: 'environment', value: environmentName }]),
        {
          name: 'mutate',
          remarks: ['A proposal: read it. With true, what creates, changes and deletes is tested as well.'],
          value: answerTo(mutate, answers) === 'yes',
        },
        userSection(proposed, chain, nameOf),
        resourceSection(proposed, chain.file, nameOf),
        { name: 'limits', value: { requests: most, mutations } },
        { name: 'allowHosts', value: targetOrigins(chain, environment) },
        operationSection(proposed, chain.file, nameOf),
        policySection(proposed),
        ...throwAwaySection(proposed),
      ]),
    );
  const { limits, size } = measureProposal({ text: textWith(DEFAULT_LIMITS), file, chain, environment });
  return {
    text: textWith(limits),
    notes: [...notesOn(proposed, say), ...requests.notes],
    questions: [...aboutUsers, ...policy.questions, ...aboutTenants, ...aboutChanges, mutate],
    size,
  };
}

/** Agreed to in the file, and again by the person who runs it. */
function mutateQuestion(say: Say): Question {
  return {
    id: 'mutate',
    text: say('Should the tests create, change and delete as well?'),
    kind: 'one',
    choices: [
      { value: 'yes', title: say('yes; a run also needs the consent of the person who starts it') },
      { value: 'no', title: say('no, only read') },
    ],
    proposed: 'no',
    decides: [inMatrix('mutate')],
  };
}

const NO_AUTH = { type: 'none' } as const;

function requestText({ chain, id }: RequestName, file: string): string {
  const path = relativePath(file, chain);
  return id === undefined ? path : `${path}#${id}`;
}
