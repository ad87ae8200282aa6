/** Runs that a form starts. Their progress and results show in the form, so no other panel comes up for them. */
import type { RunSelection } from '../../core/run/plan';
import type { Implementation } from '../../protocol/channel';
import type { FormEditor } from '../../protocol/formContract';
import type { FormRequest } from '../../protocol/formEdit';
import { chainPlace } from '../chainDocument';
import { triggerOf } from '../running/runService';
import { requireTrust } from '../trust';
import type { FormPorts } from './formPorts';
import type { FormText } from './formText';

/** The calls about runs. */
type RunCalls = Pick<
  FormEditor,
  'runAll' | 'execute' | 'runRequest' | 'runWithDependencies' | 'runFromHere' | 'cancel'
>;

/** Carries out the calls about runs; `isInView` says whether the person can see the form. */
export function runCalls(
  text: FormText,
  { service, execute }: FormPorts,
  isInView: () => boolean,
): Implementation<RunCalls> {
  const { uri } = text.document;
  const nothing = (): void => undefined;
  const start = async (select: () => Promise<RunSelection>): Promise<void> => {
    requireTrust();
    // What was typed before counts.
    const selection = await text.inTurn(select);
    const wanted = { place: chainPlace(uri), select: selection, trigger: triggerOf(selection) };
    await service.startShown(wanted, { show: nothing, showRun: nothing, isInView });
  };
  const startAt = (target: FormRequest, select: (id: string) => RunSelection): Promise<void> =>
    start(async () => {
      await text.partOf(target);
      return select(target.id);
    });
  return {
    runAll: () => start(() => Promise.resolve({ kind: 'all' })),
    execute: async () => {
      await text.inTurn(() => Promise.resolve());
      await execute(uri);
    },
    runRequest: (target) => startAt(target, (id) => ({ kind: 'only', id })),
    runWithDependencies: (target) => startAt(target, (id) => ({ kind: 'withDependencies', ids: [id] })),
    runFromHere: (target) => startAt(target, (id) => ({ kind: 'from', id })),
    cancel: () => service.runs.cancel(uri),
  };
}
