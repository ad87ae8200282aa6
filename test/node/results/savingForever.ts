/** A program that saves results until it is killed: `node savingForever.js <workspace> <chain>`. */
import { createResultStore } from '../../../src/node/results/resultStore';
import { fakeRun } from '../../core/fakeRun';

async function saveForever(workspace: string, chain: string): Promise<void> {
  const { result } = await fakeRun({
    chain: {
      requests: Array.from({ length: 50 }, (_, index) => ({
        id: `r${index}`,
        method: 'GET',
        url: 'http://api.test/',
      })),
    },
    answer: () => ({ body: 'x'.repeat(2000) }),
  });
  const store = createResultStore(workspace, 1000);
  for (;;) {
    await store.save(await store.slot(chain, new Date()), result, 'runAll');
    process.stdout.write('.');
  }
}

const [, , workspace = '', chain = ''] = process.argv;
void saveForever(workspace, chain);
