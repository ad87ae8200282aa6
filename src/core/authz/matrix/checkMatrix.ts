/**
 * What is wrong with an authorization matrix given the chains it names: requests that are not there,
 * identifiers that go nowhere, pairs of role and operation that nobody decided on.
 *
 * A problem that follows from a missing request is not reported; the missing request is.
 */
import { parseDocument, problemAt, type JsonDocument } from '../../json/jsonDocument';
import type { Problem } from '../../problem';
import type { Chain, ChainRequest } from '../../model';
import { flowMemberOf } from '../../prepare/references';
import { planRun, type RunPlan, type RunSelection } from '../../run/plan';
import { effectOf } from './effects';
import { soundsEnding } from './endsCredentials';
import { listedNames } from './availableNames';
import { ANONYMOUS, grantOf, type MatrixOperation, type RequestName } from '../model/matrix';
import { loginProblems } from './loginProblems';
import { idleMemberProblems } from './memberProblems';
import type { NamedByMatrix } from './partialMatrix';
import { createProblemReporter, type ProblemReporter } from './problemReporter';
import { requestNamed, requestNameFrom, requestPlaces, type RequestPlace } from './requestName';
import { changingWord, undeclaredChange } from './safeRequest';
import { resourceProblems } from './resourceProblems';

/** The problems that show only with the chains, in the order of the file. `text` is that of the matrix. */
export function checkMatrix(text: string, loaded: NamedByMatrix): readonly Problem[] {
  const document = parseDocument(text, loaded.file);
  const report = createProblemReporter(document);
  return [
    ...requestPlaces(document).flatMap((place) => requestProblem(document, place, loaded)),
    ...loaded.matrix.resources.flatMap((resource) => resourceProblems(resource, loaded, report)),
    ...loaded.matrix.operations.flatMap((operation) => operationProblems(operation, loaded, report)),
    ...loginProblems(loaded, report),
    ...unaskedRequests(loaded).flatMap((unasked) => unaskedProblem(unasked, loaded, report)),
  ].sort((one, other) => one.range.start - other.range.start);
}

function requestProblem(
  document: JsonDocument,
  place: RequestPlace,
  { chains, file }: NamedByMatrix,
): readonly Problem[] {
  const name = requestNameFrom(file, place.text);
  if (name === undefined) {
    // Reading the matrix has reported it.
    return [];
  }
  const named = chains.get(name.chain);
  const requests = named?.chain.requests;
  if (named === undefined || requests === undefined) {
    return [
      unknown(
        document,
        place,
        `The chain ${name.chain} is missing or has an error. Correct the path, or fix the chain.`,
      ),
    ];
  }
  if (name.id === undefined || requests.some(({ id }) => id === name.id)) {
    return flowProblem(document, place, { ...named, file: name.chain, id: name.id });
  }
  const known = requests.map(({ id }) => ({ name: id }));
  return [
    unknown(
      document,
      place,
      `${name.chain} has no request ${JSON.stringify(name.id)}. Its requests are: ${listedNames(known)}.`,
    ),
  ];
}

/** A test proves something only about requests that are sent, once each and at once, and whole responses. */
function flowProblem(
  document: JsonDocument,
  place: RequestPlace,
  { file, chain, required, id }: PlannedMatrixChain,
): readonly Problem[] {
  if (chain.data !== undefined) {
    const message = `${place.text} has rows of data ("data"), and a matrix has none: its values would be missing. Name a chain without them.`;
    return [problemAt(document, place, { code: 'flow-in-matrix', severity: 'error', message })];
  }
  const hasFlow = [chain, ...required.map((one) => one.chain)].some(({ requests }) =>
    requests.some((request) => flowMemberOf(request) !== undefined),
  );
  if (!hasFlow) {
    return [];
  }
  const selection: RunSelection =
    id === undefined ? { kind: 'all' } : { kind: 'withDependencies', ids: [id] };
  const { items } = planRun(
    { main: { file, chain }, required, environment: undefined },
    selection,
    new Set(),
  );
  const found = items
    .map(({ loaded, request }) => ({ loaded, request, member: flowMemberOf(request) }))
    .find(({ member }) => member !== undefined);
  if (found === undefined) {
    return [];
  }
  const { loaded, request, member } = found;
  const subject = request.id === id ? place.text : `${place.text} needs ${loaded.file}#${request.id}, which`;
  const message = `${subject} has "${member ?? ''}". Requests of a matrix are sent once each, whatever the values are, and read to the end: name a request without it.`;
  return [problemAt(document, place, { code: 'flow-in-matrix', severity: 'error', message })];
}

interface PlannedMatrixChain extends Pick<RunPlan, 'required'> {
  readonly file: string;
  readonly chain: Chain;
  readonly id: string | undefined;
}

function unknown(document: JsonDocument, place: RequestPlace, message: string): Problem {
  return problemAt(document, place, { code: 'unknown-request', severity: 'error', message });
}

function operationProblems(
  operation: MatrixOperation,
  loaded: NamedByMatrix,
  report: ProblemReporter,
): readonly Problem[] {
  const { atName, atValue } = report;
  const path = ['operations', operation.name];
  const request = requestNamed(operation.request, loaded.chains);
  const said = [...undeclaredProblem(operation, loaded, atName), ...idleMemberProblems(operation, report)];
  if (request === undefined) {
    return said;
  }
  const problems = [
    ...said,
    ...endingProblem(operation, request, loaded, atName),
    ...changeProblem(operation, request, atName),
  ];
  if (operation.effect === 'read') {
    return effectOf(request.method) === 'read'
      ? problems
      : [
          ...problems,
          atValue([...path, 'effect'], {
            code: 'unsafe-read',
            severity: 'information',
            message: `The method ${request.method} may change something, and what a reading operation changes is not looked at. Declare another effect unless it only looks something up.`,
          }),
        ];
  }
  return loaded.matrix.mutate
    ? problems
    : [
        ...problems,
        atName(path, {
          code: 'not-mutated',
          severity: 'information',
          message: `${JSON.stringify(operation.name)} changes something and is skipped. Set \`mutate\` to true to test it.`,
        }),
      ];
}

/** Whether it ends credentials is asked once; a written `false` is an answer. */
function endingProblem(
  { name, endsCredentials, effect, request: { chain } }: MatrixOperation,
  request: ChainRequest,
  { matrix }: NamedByMatrix,
  atName: ProblemReporter['atName'],
): readonly Problem[] {
  const isLogin = matrix.users.some(({ login }) => login?.chain === chain && login.id === request.id);
  return endsCredentials !== undefined || effect === 'read' || isLogin || !soundsEnding(request)
    ? []
    : [
        atName(['operations', name], {
          code: 'undeclared-ending',
          severity: 'warning',
          message: `${JSON.stringify(name)} sounds as if it ended credentials. Set \`endsCredentials\` to true, so that it comes last and on throw-away users, or to false if it does not.`,
        }),
      ];
}

/** A method that reads says nothing of a request such as `GET /createdb`: what it does is asked once. */
function changeProblem(
  operation: MatrixOperation,
  request: ChainRequest,
  atName: ProblemReporter['atName'],
): readonly Problem[] {
  const word = undeclaredChange(operation, request);
  return word === undefined
    ? []
    : [
        atName(['operations', operation.name], {
          code: 'undeclared-change',
          severity: 'warning',
          message: `${JSON.stringify(operation.name)} sounds as if it changed something (${word}), although ${request.method} only reads, and it is not sent. Set \`mutates\` to true to agree to the change, or to false if it only reads.`,
        }),
      ];
}

/** A request that a run sends whenever it needs to know something. */
interface UnaskedRequest {
  readonly path: readonly string[];
  readonly name: RequestName | undefined;
}

function unaskedRequests({
  matrix: { users, resources, operations },
}: NamedByMatrix): readonly UnaskedRequest[] {
  return [
    ...users.map(({ name, alive }) => ({ path: ['users', name, 'alive'], name: alive })),
    ...resources.flatMap(({ name, read, list }) => [
      { path: ['resources', name, 'read'], name: read },
      { path: ['resources', name, 'list'], name: list },
    ]),
    ...operations.map(({ name, next }) => ({ path: ['operations', name, 'next'], name: next })),
  ];
}

/** Unless an operation says of the same request that it only reads. */
function unaskedProblem(
  { path, name }: UnaskedRequest,
  { chains, matrix }: NamedByMatrix,
  report: ProblemReporter,
): readonly Problem[] {
  const request = name === undefined ? undefined : requestNamed(name, chains);
  const word = request === undefined ? undefined : changingWord(request);
  const isDeclared = matrix.operations.some(
    ({ request: other, mutates }) => mutates === false && other.chain === name?.chain && other.id === name.id,
  );
  return word === undefined || isDeclared
    ? []
    : [
        report.atValue(path, {
          code: 'unsafe-request',
          severity: 'warning',
          message: `This request sounds as if it changed something (${word}), and a run sends it many times to look something up. Name one that only reads; if this one does, set "mutates" to false in one of its operations.`,
        }),
      ];
}

function undeclaredProblem(
  { name }: MatrixOperation,
  { matrix }: NamedByMatrix,
  atName: ProblemReporter['atName'],
): readonly Problem[] {
  const roles = new Set(matrix.users.map(({ role }) => role).filter((role) => role !== ANONYMOUS));
  // A role without any rule is reported at its own place.
  const undeclared = matrix.policy.roles.filter(
    ({ role }) => roles.has(role) && grantOf(matrix.policy, role, name) === undefined,
  );
  if (undeclared.length === 0) {
    return [];
  }
  const words = undeclared.map(({ role }) => ({ name: role }));
  return [
    atName(['operations', name], {
      code: 'undeclared-grant',
      severity: 'warning',
      message: `The policy does not say whether these roles may use ${JSON.stringify(name)}, and it is taken as not granted. Add a rule for it. The roles are: ${listedNames(words)}.`,
    }),
  ];
}
