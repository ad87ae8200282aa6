/** The worker in which the editor imports, `dist/importWorker.js`: it answers each call of `backgroundImport.ts`. */
import { parentPort } from 'node:worker_threads';
import { UserError } from '../../core/errors';
import type { ImportAnswer, ImportCall } from './importCalls';
import { ImportSession } from './importSession';

const session = new ImportSession();

parentPort?.on('message', (call: ImportCall) => {
  void answerTo(call).then((answer) => parentPort?.postMessage(answer));
});

async function answerTo(call: ImportCall): Promise<ImportAnswer> {
  try {
    return { ok: true, value: await perform(call) };
  } catch (error) {
    // The class of an error does not cross from one thread to the other.
    return error instanceof UserError
      ? { ok: false, what: error.what, todo: error.todo }
      : { ok: false, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function perform(call: ImportCall): unknown {
  switch (call.name) {
    case 'read':
      return session.read(call.order);
    case 'compose':
      return session.compose(call.order);
    case 'keepResponses':
      return session.keepResponses(call.order);
  }
}
