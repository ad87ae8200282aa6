/** What a form may ask of the editor, carried out: it names requests of the document, steps and numbers only. */
import * as vscode from 'vscode';
import type { RecordedBody } from '../../core/result/result';
import { withExample } from '../../core/result/savedExamples';
import { CallFailure, type Implementation } from '../../protocol/channel';
import type { FormEditor } from '../../protocol/formContract';
import type { FormTarget } from '../../protocol/formEdit';
import type { FormView } from '../../protocol/formView';
import { firstEnvironment, firstOrigin } from '../../core/form/firstEnvironment';
import { remedyCallsFor } from '../userMessage';
import { rootOf, showInText } from '../chainDocument';
import { createFile } from '../createFile';
import { openCalledChain } from '../views/chainActions';
import { applyChanges } from '../views/chainEdits';
import { sayOrTranslate } from '../say';
import { ExtractionOffers } from '../results/extractionOffers';
import { applyFix } from './formFixes';
import type { FormPorts } from './formPorts';
import { FormPreviews } from './formPreviews';
import { listCalls } from './formRequests';
import { renameEverywhere } from './formRename';
import type { FormResults } from './formResults';
import { runCalls } from './formRuns';
import type { FormText } from './formText';
import { pickChain, pickFile } from './pickFile';
import { calledNames } from '../../core/language/callWords';
import { formSuggestions } from '../../core/form/suggestions';
import { partOf } from '../../protocol/chainForm';
import { readPast } from '../results/readPast';
import { requestChain, showWritten } from '../results/requestChain';
import { setMissingSecret } from '../results/setMissingSecret';
import { longTree } from '../results/lookedAtBodies';

/** The session whose page asks. */
export interface CallingForm {
  readonly text: FormText;
  readonly results: FormResults;
  /** Whether the person can see it. */
  readonly isInView: () => boolean;
  readonly ready: () => Promise<FormView>;
  /** Shows another request, or the settings. */
  readonly choose: (target: FormTarget) => void;
  readonly chosen: () => FormTarget;
  /** Sends the page what it was sent before, because it believes something else. */
  readonly showAgain: () => void;
}

/** The calls of one form. The reason for a failure goes to the page as text when the user can fix it. */
export function formCalls(ports: FormPorts, form: CallingForm): Implementation<FormEditor> {
  const { text, choose } = form;
  const { uri } = text.document;
  const previews = new FormPreviews(text, ports);
  return {
    ready: form.ready,
    choose,
    change: async (change) => {
      const answer = await text.inTurn(() => text.change(change));
      if (answer.kind === 'stale') {
        form.showAgain();
      }
      return answer;
    },
    ...listCalls(text, ports, choose),
    createEnvironment: () => text.inTurn(() => createEnvironment(text)),
    rename: (target, path) => renameEverywhere(text, ports, { target, path }),
    fix: (revision, problem, fix) => text.inTurn(() => applyWanted(ports, form, { revision, problem, fix })),
    preview: (target, draft) => previews.preview(target, draft),
    setPreviewedSecret: (name) => previews.setSecret(name),
    suggest: async (target, path, written, selection) => {
      const { analysis } = await text.analysed();
      const found = partOf(analysis.source, target);
      const place = { path, text: written, selection };
      return found === undefined
        ? []
        : formSuggestions(analysis, { ...found, ...place }, ports.last.values(uri), sayOrTranslate);
    },
    pickFile: async () => (await pickFile(uri)) ?? null,
    pickChain: async () => (await pickChain(uri)) ?? null,
    calledNames: async (target) => {
      const { analysis, part } = await text.partOf(target);
      return calledNames(analysis, part) ?? null;
    },
    openCalled: ({ id, index }) => openCalledChain({ chain: uri, requestId: id, index }),
    copyCurl: (target) => previews.copyCurl(target),
    reveal: (target) => reveal(text, target),
    openViewer: () => ports.panels.openViewer(uri),
    autoMap: () => ports.panels.autoMap(uri),
    ...remedyCallsFor(uri, ports.help),
    ...runCalls(text, ports, form.isInView),
    ...resultCalls(ports, form),
  };
}

type ResultCalls = Pick<
  FormEditor,
  'details' | 'past' | 'openBody' | 'openRequest' | 'bodyTree' | 'offerExtraction' | 'extract' | 'setSecret'
>;

function resultCalls(ports: FormPorts, { text, results }: CallingForm): Implementation<ResultCalls> {
  const { uri } = text.document;
  const wholeBody = (body: RecordedBody): Promise<RecordedBody> => results.wholeBody(body);
  const offers = new ExtractionOffers({ ...ports, wholeBody });
  return {
    details: (run) => results.at(run),
    past: async (run) => {
      const shown = { result: results.at(run), wholeBody };
      return readPast(ports.history, uri, shown);
    },
    openBody: (run, _index, example) => results.openBody(run, example),
    bodyTree: async (run, _index, wanted, example) => {
      const body = withExample(results.at(run), example).exchange?.response?.body;
      return longTree({ body, wholeBody }, wanted);
    },
    openRequest: (run, _index, example) =>
      showWritten(rootOf(uri).fsPath, withExample(results.at(run), example)),
    setSecret: (run, _index, reason, example) =>
      setMissingSecret(ports.help, uri, withExample(results.at(run), example), reason),
    offerExtraction: (run, _index, part, example) => {
      const result = withExample(results.at(run), example);
      return offers.offer({ chain: requestChain(rootOf(uri).fsPath, result), result }, part);
    },
    extract: (offer, choice) =>
      text.inTurn(async () => {
        await offers.accept(offer, choice);
      }),
  };
}

/** Makes the environment that the page offers next to the chain; the file is written, the chain is not saved. */
async function createEnvironment(text: FormText): Promise<void> {
  const { document } = text;
  const { analysis } = await text.analysed();
  const origin = firstOrigin(analysis.source);
  if (origin === undefined) {
    throw new CallFailure(vscode.l10n.t('The text has changed. The first request names no server now.'));
  }
  const { file, content, edits } = firstEnvironment(analysis.source, origin);
  await createFile(vscode.Uri.joinPath(document.uri, '..', file), content);
  await applyChanges([{ document, edits }]);
}

async function applyWanted(
  ports: FormPorts,
  { text, chosen }: CallingForm,
  { revision, ...wanted }: { readonly revision: number; readonly problem: number; readonly fix: number },
): Promise<void> {
  if (text.document.version !== revision) {
    throw new CallFailure(vscode.l10n.t('The text has changed. Choose a fix again.'));
  }
  const { analysis, part } = await text.partOf(chosen());
  await applyFix(ports, text.document.uri, analysis, { part, ...wanted });
}

/** Shows a request, or the chain, in the text. */
async function reveal(text: FormText, target: FormTarget): Promise<void> {
  const { document } = text;
  const { part } = await text.partOf(target);
  await showInText(document, part?.start ?? 0);
}
