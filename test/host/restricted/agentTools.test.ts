import assert from 'node:assert/strict';
import { callTool } from '../agentTools';
import { startServer, twoRequests, writeInWorkspace } from '../chainFiles';

describe('tools of a language model in an untrusted workspace', () => {
  for (const name of ['list_chains', 'analyze_chain', 'run_chain']) {
    it(`refuse ${name} in code`, async () => {
      const server = await startServer();
      await writeInWorkspace('model.chain.json', twoRequests(server.origin));
      const input = name === 'list_chains' ? {} : { chain: 'model.chain.json' };
      assert.equal(
        await callTool(name, input),
        'This workspace is not trusted, so nothing is sent. Trust it to run its chains.',
      );
      assert.deepEqual(server.requests, []);
      await server.close();
    });
  }
});
