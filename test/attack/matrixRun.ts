/** What reports of an authorization matrix show when a login and every operation repeat the users' password. */
import { ended, start } from '../cli/program';
import { chainOf } from '../node/workspace';
import { secretVariable } from './echoChain';
import { echoAnswer, type EchoCase } from './echoServer';
import { onEchoStage, type EchoOutcome } from './echoStage';
import { filesBelow, filesWritten, streamsOf } from './outputs';
import type { AttackSecret } from './secrets';

const REPORTS = ['json', 'junit', 'sarif', 'html', 'markdown', 'csv'] as const;
const PASSWORD = '{{$secret ATTACKED}}';

/**
 * Runs a matrix in which each case is an operation that one role may use and the other may not, so that every
 * case leaves evidence. A third user has a login that fails with messages about what came.
 */
export async function runMatrix(secret: AttackSecret, cases: readonly EchoCase[]): Promise<EchoOutcome> {
  const written = cases.filter((one) => echoAnswer(one, secret.value) !== undefined);
  return onEchoStage(secret, async (server, workspace) => {
    await workspace.write(matrixFiles(server.origin, written));
    const before = new Set(await filesBelow(workspace.folder));
    const args = ['authz', 'run', 'echo.authz.json', '--bodies', '--allow-mutations'];
    const reports = REPORTS.flatMap((name) => ['--reporter', `${name}=matrix.${name}`]);
    const end = await ended(
      start([...args, ...reports, '--reporter', 'console'], workspace.folder, secretVariable(secret.value)),
    );
    const issue = ['issue', 'echo.authz.json', '--tracker', 'github', '--project', 'a/b', '--dry-run'];
    const draft = await ended(start(issue, workspace.folder, secretVariable(secret.value)));
    const outputs = [
      ...streamsOf(end, 'authz run'),
      ...streamsOf(draft, 'issue'),
      ...(await filesWritten(workspace.folder, before)),
    ];
    const faults = [
      ...(end.code === 1 ? [] : [`authz run ended with ${end.code}: ${end.stderr.slice(-300)}`]),
      ...(draft.code === 0 ? [] : [`issue ended with ${draft.code}: ${draft.stderr.slice(0, 300)}`]),
      ...(server.requestCount() < written.length ? ['not every operation was tried'] : []),
    ];
    return { tried: written.length, faults, outputs };
  });
}

function matrixFiles(origin: string, cases: readonly EchoCase[]): Record<string, object> {
  const active = { status: 'active', environment: 'local' };
  const login = {
    id: 'login',
    method: 'POST',
    url: '{{baseUrl}}/echo/json-value--raw',
    body: { json: { password: '{{password}}' } },
    extract: [{ variable: 'token', from: 'body', path: '$.v' }],
  };
  const failing = { ...login, expect: { body: [{ path: '$.v', contains: 'no such text' }] } };
  const operations = cases.map(({ id }) => ({
    id,
    method: 'GET',
    url: `{{baseUrl}}/echo/${id}`,
    // A secret of several lines can be in no header.
    auth: { type: 'apiKey', in: 'query', name: 'key', value: '{{token}}' },
    query: [{ name: 'q', value: PASSWORD }],
  }));
  const user = (role: string, chain: string): object => ({
    role,
    login: chain,
    variables: { password: PASSWORD },
  });
  return {
    'local.environment.json': { formatVersion: 1, name: 'local', variables: { baseUrl: origin } },
    'login.chain.json': chainOf([login], active),
    'failing.chain.json': chainOf([failing], active),
    'echo.chain.json': chainOf(operations, active),
    'echo.authz.json': {
      formatVersion: 1,
      name: 'Echo',
      environment: 'local',
      users: {
        ann: user('customer', 'login.chain.json'),
        bob: user('manager', 'login.chain.json'),
        eve: user('guest', 'failing.chain.json'),
      },
      operations: Object.fromEntries(
        cases.map(({ id }) => [id, { request: `echo.chain.json#${id}`, effect: 'read' }]),
      ),
      policy: { customer: { '*': 'none' }, manager: { '*': 'any' }, guest: { '*': 'none' } },
    },
  };
}
