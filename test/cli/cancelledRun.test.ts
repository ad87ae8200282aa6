/** A run that is cancelled before it has sent everything: it ends at once, and says what was not run. */
import assert from 'node:assert/strict';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { runCommand } from '../../src/cli/runCommand';
import type { RunOptions } from '../../src/cli/runOptions';
import { written, type Written } from './output';

const options: RunOptions = {
  var: [],
  varJson: [],
  allowHost: [],
  allowEnv: [],
  secretHost: [],
  trustEnvironment: [],
  timeout: 5,
  insecure: false,
  notify: [],
  notifyWhen: 'failure',
  notifyThreshold: 1,
  notifyMention: [],
  reporter: [],
  json: false,
  bail: false,
  includeDrafts: false,
  parallel: 1,
};

describe('a run that is cancelled while it looks for chains', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    const draft = chainOf([], { status: 'draft' });
    await workspace.write({ 'a.chain.json': draft, 'b.chain.json': draft });
  });
  afterEach(() => workspace.dispose());

  /** Runs all chains, and cancels when something is said; resolves to all that is said. */
  const rejected = (cancelling: AbortController): Promise<Written<void>> =>
    written(async () => {
      const write = process.stderr.write.bind(process.stderr);
      process.stderr.write = (text: string | Uint8Array) => {
        cancelling.abort();
        return write(text);
      };
      const context = { folder: workspace.folder, environment: {}, version: '1', signal: cancelling.signal };
      await assert.rejects(
        runCommand(['.'], options, context),
        /^UserError: The run was cancelled before it began\. Nothing was sent\.$/,
      );
    });

  it('ends before it reads one', async () => {
    const cancelled = new AbortController();
    cancelled.abort();
    assert.equal((await rejected(cancelled)).stderr, '');
  });

  it('reads no further one', async () => {
    assert.match((await rejected(new AbortController())).stderr, /^Skipped .*a\.chain\.json.*\n$/);
  });
});
