/** The scene of an attack on the ending of a run: the small API, a chain and a matrix for it, and what is measured. */
import { chainOf, createWorkspace, type Workspace } from '../../node/workspace';
import { answer } from '../hostile/kind';
import { startHostileApi, type HostileApi } from '../hostile/api';
import { matrixFiles } from '../hostile/matrixAgainst';
import type { Measured } from '../measured';
import type { TrialOutcome } from '../part';

/** What a trial has to work with. */
export interface Scene extends Workspace {
  readonly api: HostileApi;
  /** First lines of the requests that arrived. */
  readonly arrived: readonly string[];
}

/** Arguments that run the matrix with the reports that are named. */
export function matrixArguments(...reports: readonly string[]): readonly string[] {
  const more = reports.flatMap((report) => ['--reporter', report]);
  return ['authz', 'run', 'items.authz.json', '--allow-mutations', ...more];
}

/** Every request that is not the owner's is refused, as an API without flaws does it. */
const refuse = answer([], '{"error":"not yours"}', '403 Forbidden');

/**
 * Does a trial on a scene of its own. Whatever it does, items that were there before have to be as they were, and
 * those that a run created have to be gone.
 *
 * @param arrives is called with the number of each request, after it was answered
 */
export async function onScene(
  work: (scene: Scene) => Promise<{ readonly faults: readonly string[]; readonly ends: readonly Measured[] }>,
  arrives: (count: number) => void = () => undefined,
): Promise<TrialOutcome> {
  const arrived: string[] = [];
  const api = await startHostileApi(refuse, 'attack', (request) => {
    arrived.push(request.slice(0, request.indexOf(' HTTP/')));
    arrives(arrived.length);
  });
  const before = api.kept();
  const workspace = await createWorkspace();
  try {
    await workspace.write(sceneFiles(api.origin));
    const { faults, ends } = await work({ ...workspace, api, arrived });
    const objectsLeft = api.items();
    return {
      faults: [
        ...faults,
        ...(objectsLeft === 0 ? [] : [`${objectsLeft} objects are left`]),
        ...(api.kept() === before ? [] : [`items that were there before are now ${api.kept()}`]),
      ],
      ends,
      objectsLeft,
    };
  } finally {
    await workspace.dispose();
    await api.close();
  }
}

function sceneFiles(origin: string): Record<string, object> {
  const get = (id: string): object => ({ id, method: 'GET', url: '{{baseUrl}}/ok' });
  const post = { id: 'post', method: 'POST', url: '{{baseUrl}}/ok', body: { json: { a: 1 } } };
  return {
    'local.environment.json': {
      formatVersion: 1,
      name: 'local',
      variables: { baseUrl: origin, oddUrl: `${origin}/odd` },
    },
    'main.chain.json': chainOf([get('first'), post, get('last')], { status: 'active', environment: 'local' }),
    ...matrixFiles({}),
  };
}
