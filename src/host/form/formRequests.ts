/** The list of requests of a form: adding, copying, deleting, switching off and moving, each one undoable step. */
import * as vscode from 'vscode';
import type { TextEdit } from '../../core/edit/textEdit';
import { CallFailure, type Implementation } from '../../protocol/channel';
import type { FormEditor } from '../../protocol/formContract';
import type { FormRequest, FormTarget } from '../../protocol/formEdit';
import { showFailure } from '../userMessage';
import { curlRequest } from '../providers/pasteCurl';
import { applyChanges, type DocumentChange } from '../views/chainEdits';
import { windowDialogs } from '../views/dialogs';
import { changeAndWarn, fixOrder, type MovePorts } from '../views/orderWarning';
import type { FormPorts } from './formPorts';
import type { FormText } from './formText';
import { pickChain } from './pickFile';
import {
  addRequest,
  addStep,
  duplicateRequests,
  deleteRequests,
  disableRequests,
  placeRequests,
} from '../../core/form/requestEdits';

/** The calls about the list. */
type ListCalls = Pick<
  FormEditor,
  | 'addRequest'
  | 'addStep'
  | 'pasteCurl'
  | 'importRequests'
  | 'duplicateRequests'
  | 'deleteRequests'
  | 'disableRequests'
  | 'moveRequests'
  | 'fixOrder'
>;

/** Requests that are copied at once: each copy is a pass over the file. */
const MAX_COPIES = 100;

/** Carries out the calls about the list; `choose` shows another request. */
export function listCalls(
  text: FormText,
  ports: FormPorts,
  choose: (target: FormTarget) => void,
): Implementation<ListCalls> {
  const { document } = text;
  const inTurn = (act: () => Promise<void>): Promise<void> => text.inTurn(act);
  return {
    ...pickedCalls(text, ports),
    addRequest: async (before) => {
      const name = await askName();
      if (name === '') {
        return;
      }
      await inTurn(async () => {
        const { edits, index, id } = addRequest(document.getText(), { name, before });
        await applyChanges([{ document, edits }]);
        choose({ index, id });
      });
    },
    addStep: async (before) => {
      const chain = await pickChain(document.uri);
      if (chain === undefined) {
        return;
      }
      await inTurn(async () => {
        const { edits, index, id } = addStep(document.getText(), { chain, before });
        await applyChanges([{ document, edits }]);
        choose({ index, id });
      });
    },
    pasteCurl: async () => {
      const pasted = await vscode.env.clipboard.readText();
      await inTurn(async () => {
        const { edits, index, id } = await curlRequest(document.getText(), pasted);
        await applyChanges([{ document, edits }]);
        choose({ index, id });
      });
    },
    importRequests: () => ports.importInto(document.uri),
    fixOrder: () =>
      inTurn(async () => {
        if (!(await fixOrder(ports.analyses, document.uri))) {
          throw new CallFailure(
            vscode.l10n.t('These requests depend on each other. Remove one of the references.'),
          );
        }
      }),
  };
}

/** What a new request is called: its id is read off that, and stays. Empty when the person gives up. */
async function askName(): Promise<string> {
  const answer = await windowDialogs.askText({
    title: vscode.l10n.t('Add Request'),
    prompt: vscode.l10n.t('What is the request called?'),
    value: '',
    fault: (name) => (name.trim() === '' ? vscode.l10n.t('This cannot be empty.') : undefined),
  });
  return answer?.trim() ?? '';
}

function pickedCalls(
  text: FormText,
  ports: FormPorts,
): Implementation<Omit<ListCalls, 'addRequest' | 'addStep' | 'pasteCurl' | 'importRequests' | 'fixOrder'>> {
  const { document } = text;
  /** Changes the text by an action on the requests at some of its positions. */
  const change = (
    picked: readonly FormRequest[],
    edits: (now: string, positions: readonly number[]) => readonly TextEdit[],
    apply: (changes: readonly DocumentChange[]) => Promise<unknown> = applyChanges,
  ): Promise<void> =>
    text.inTurn(async () => {
      const positions = await text.positionsOf(picked);
      await apply([{ document, edits: edits(document.getText(), positions) }]);
    });
  return {
    duplicateRequests: (picked) =>
      change(picked, (now, positions) => {
        if (positions.length > MAX_COPIES) {
          throw new CallFailure(vscode.l10n.t('At most {0} requests can be copied at once.', MAX_COPIES));
        }
        return duplicateRequests(now, positions, (name) => vscode.l10n.t('{0} (copy)', name));
      }),
    deleteRequests: (picked) =>
      change(
        picked,
        (now, positions) => deleteRequests(now, positions),
        (changes) => changeAndWarn(movePorts(ports), changes),
      ),
    disableRequests: (picked, disabled) =>
      change(picked, (now, positions) => disableRequests(now, positions, disabled)),
    moveRequests: (picked, before) =>
      change(picked, (now, positions) => placeRequests(now, positions, before)),
  };
}

function movePorts(ports: FormPorts): MovePorts {
  const failed = (error: unknown): void => showFailure(error, undefined, ports.log);
  return { ...ports, dialogs: windowDialogs, failed };
}
