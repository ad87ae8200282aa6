/** The worker in which the editor imports, `dist/importWorker.js`: it answers each call of `backgroundImport.ts`. */
import { answerCalls } from '../../node/threadCalls';
import type { ImportCalls } from './backgroundImport';
import { ImportSession } from './importSession';

const session = new ImportSession();

answerCalls<ImportCalls>({
  read: (order) => session.read(order),
  compose: (order) => session.compose(order),
  keepResponses: (order) => session.keepResponses(order),
});
