/** The worker in which the editor imports, `dist/importWorker.js`: it answers each call of `backgroundImport.ts`. */
import { createRecordedRules } from '../../formats/importers/shape/recordedResponses';
import { createLongRules } from '../../node/rules/longRules';
import { systemClock } from '../../node/run/nodePorts';
import { serveEditor } from '../ownWorker';
import type { ImportCalls } from './backgroundImport';
import { createProposer } from '../authz/proposal/proposeFrom';
import { findChanges } from '../sync/findChanges';
import { ImportSession } from './importSession';

// An import is cancelled by ending this thread; the process of long rules ends by itself then.
const { signal } = new AbortController();
const rules = createRecordedRules({ clock: systemClock, longRules: createLongRules(), signal });
const session = new ImportSession(rules);

serveEditor<ImportCalls>({
  read: (order) => session.read(order),
  compose: (order) => session.compose(order),
  keepResponses: (order) => session.keepResponses(order),
  proposeMatrix: createProposer(rules),
  findChanges,
});
