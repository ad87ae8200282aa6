import assert from 'node:assert/strict';
import { callTool } from '../agentTools';
import { startServer, twoRequests, writeInWorkspace } from '../chainFiles';

describe('tools of a language model in an untrusted workspace', () => {
  for (const name of ['list_chains', 'analyze_chain', 'run_chain', 'run_authorization_tests']) {
    it(`refuse ${name} in code`, async () => {
      const server = await startServer();
      await writeInWorkspace('model.chain.json', twoRequests(server.origin));
      const named = { chain: 'model.chain.json', matrix: 'model.authz.json' };
      const input = name === 'list_chains' ? {} : { ...named };
      assert.equal(
        await callTool(name, input),
        'This workspace is not trusted, so nothing is sent. Trust it to run its chains.',
      );
      assert.deepEqual(server.requests, []);
      await server.close();
    });
  }
});
