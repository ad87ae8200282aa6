/** Runs exfiltration attacks: makes a workspace, runs the built program in it, and looks at what arrived. */
import { link, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ended, start, type Ended } from '../../cli/program';
import { chainOf, createWorkspace } from '../../node/workspace';
import { createOracle } from '../oracle';
import { seededText } from '../secrets';
import { twoAtATime } from '../twoAtATime';
import type { Arrival } from './arrivals';
import type { Attack, Setup } from './attack';
import type { Loot } from './shop';
import { startStage, type Stage } from './stage';

/** What came of an attack; it failed, as it must, when both lists are empty. */
export interface AttackOutcome {
  /** Requests that must not have arrived. */
  readonly strays: readonly string[];
  /** Other faults. */
  readonly faults: readonly string[];
}

const SECONDS = 20_000;

/** Runs attacks, two at a time, each on a stage that nobody else uses meanwhile; outcomes by name. */
export async function runAttacks(attacks: readonly Attack[]): Promise<ReadonlyMap<string, AttackOutcome>> {
  const stages = await Promise.all([startStage(makeLoot()), startStage(makeLoot())]);
  try {
    const outcomes = await twoAtATime(attacks, async (attack, lane) => {
      const stage = stages[lane] ?? stages[0];
      return [attack.name, await runAttack(attack, stage)] as const;
    });
    return new Map(outcomes);
  } finally {
    await Promise.all(stages.map((stage) => stage.close()));
  }
}

/** Loot that is the same in every run. */
function makeLoot(): Loot {
  const text = seededText(4711);
  return {
    password: text(24),
    token: text(40),
    session: text(32),
    swapped: text(36),
    file: text(32),
    machine: text(32),
  };
}

/** Runs one attack. */
async function runAttack(attack: Attack, stage: Stage): Promise<AttackOutcome> {
  stage.clear();
  const setup = attack.setup(stage);
  const workspace = await createWorkspace();
  try {
    await workspace.write(filesOf(setup, stage));
    await makeLinks(workspace.folder, setup);
    const args = [...(setup.command ?? ['run', 'main.chain.json']), ...(setup.args ?? [])];
    const child = start(args, workspace.folder, { ...variablesOf(stage), ...setup.variables });
    const timer = setTimeout(() => child.kill('SIGKILL'), SECONDS);
    const end = await ended(child).finally(() => clearTimeout(timer));
    return { strays: straysOf(attack, stage), faults: faultsOf(attack, stage, end) };
  } finally {
    await workspace.dispose();
  }
}

function filesOf({ requests = [], chain = {}, environment = {}, files = {} }: Setup, stage: Stage) {
  const local = {
    formatVersion: 1,
    name: 'local',
    variables: { baseUrl: stage.shop },
    secrets: ['PASSWORD'],
    ...environment,
  };
  return {
    '.env': `CLOUD_KEY=${stage.loot.machine}\n`,
    'local.environment.json': local,
    'main.chain.json': chainOf(requests, { status: 'active', environment: 'local', ...chain }),
    ...files,
  };
}

async function makeLinks(folder: string, { symbolicLinks = {}, hardLinks = {} }: Setup): Promise<void> {
  for (const [name, target] of Object.entries(symbolicLinks)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await symlink(target, path.join(folder, name));
  }
  for (const [name, target] of Object.entries(hardLinks)) {
    await link(path.join(folder, target), path.join(folder, name));
  }
}

function variablesOf({ loot }: Stage): NodeJS.ProcessEnv {
  return {
    CHAINWRIGHT_SECRET_PASSWORD: loot.password,
    CHAINWRIGHT_SECRET_SLACK_WEBHOOK: `https://chat.example.com/${loot.machine}`,
    MACHINE_TOKEN: loot.machine,
  };
}

function straysOf({ verdict }: Attack, { loot, atStranger }: Stage): readonly string[] {
  const values = Object.values(loot) as string[];
  const oracles = values
    .flatMap((value) => [value, [...value].reverse().join('')])
    .map((value) => createOracle({ value, publicParts: [] }));
  const isStray = (seen: Arrival): boolean =>
    verdict !== 'nothing-secret-arrives' || oracles.some((oracle) => oracle(textOf(seen)) !== undefined);
  return atStranger.filter(isStray).map((seen) => `arrived: ${JSON.stringify(textOf(seen)).slice(0, 300)}`);
}

/** As it was received; authentication that only proves a secret counts as derived from it. */
function textOf({ method, url, headers, body }: Arrival): string {
  return `${method} ${url}\n${headers}\n\n${body}`;
}

const ADVICE = /--secret-host [A-Z_]+=|--trust-environment/;
/** What the program says of files that it cannot read: such an attack would try nothing. */
const UNREADABLE =
  /unknown (?:option|command)|fault of ours|is not valid JSON|does not match|(?:chain|environment|authz)\.json:\d+:\d+/i;

function faultsOf(
  { verdict }: Attack,
  { atShop }: Stage,
  { code, stdout, stderr }: Ended,
): readonly string[] {
  const shown = `${stderr}\n${stdout}`.trim().slice(0, 400);
  const expectations: readonly (readonly [broken: boolean, fault: string])[] = [
    [code === null, 'the program did not end'],
    [UNREADABLE.test(stderr), `the files were not read: ${shown}`],
    [verdict === 'nothing-arrives' && code === 0, 'the run passed'],
    [verdict === 'refused' && code !== 2, `the exit code is ${code}, not 2: ${shown}`],
    [verdict === 'refused' && !ADVICE.test(stderr), `no option to add is named: ${shown}`],
    [verdict === 'refused' && atShop.length > 0, 'requests were sent to the shop before'],
  ];
  return expectations.filter(([broken]) => broken).map(([, fault]) => fault);
}
