/** The stage of an echo attack: a server that repeats a secret, and a workspace whose outputs are searched for it. */
import { createWorkspace, type Workspace } from '../node/workspace';
import { CASE_MARK } from './echoChain';
import { startEchoServer, type EchoServer } from './echoServer';
import { createOracle } from './oracle';
import { leaksIn, type LeakAt, type Output } from './outputs';
import type { AttackSecret } from './secrets';

/** What came of a run of cases. */
export interface EchoOutcome {
  /** Cases that HTTP can write; the others were left out. */
  readonly tried: number;
  readonly leaks: readonly LeakAt[];
  /** Bytes of output that were searched. */
  readonly searched: number;
  /** Cases whose request did not reach the server, or a command that ended in an unexpected way. */
  readonly faults: readonly string[];
}

/** What an attack did on its stage. */
export interface EchoWork extends Pick<EchoOutcome, 'tried' | 'faults'> {
  readonly outputs: readonly Output[];
}

/** Sets the stage, does the work on it, and searches what came out. */
export async function onEchoStage(
  secret: AttackSecret,
  work: (server: EchoServer, workspace: Workspace) => Promise<EchoWork>,
): Promise<EchoOutcome> {
  const server = await startEchoServer(secret.value);
  const workspace = await createWorkspace();
  try {
    const { tried, faults, outputs } = await work(server, workspace);
    const leaks = leaksIn(outputs, createOracle(secret), CASE_MARK);
    return { tried, leaks, searched: outputs.reduce((size, { text }) => size + text.length, 0), faults };
  } finally {
    await workspace.dispose();
    await server.close();
  }
}
