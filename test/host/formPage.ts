/** The page of a form as a test plays it: on the document that VS Code has, through the channel that pages use. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FormEditors } from '../../src/host/form/formEditors';
import { ResultHistory } from '../../src/host/results/resultHistory';
import { ShownRuns } from '../../src/host/results/shownRuns';
import { executeSettings } from '../../src/host/settings';
import { nothingApproved } from '../../src/core/permission/approval';
import { Channel } from '../../src/protocol/channel';
import type { FormEditor, FormPage } from '../../src/protocol/formContract';
import type { FormChange } from '../../src/protocol/formEdit';
import type { FormView } from '../../src/protocol/formView';
import { until } from '../until';
import { fakePanel } from './fakePanel';
import { ownService } from './ownRuns';
import { noHelp, viewServices, type ViewServices } from './viewFakes';

/** A form of a test's own. */
export interface OpenForm {
  readonly document: vscode.TextDocument;
  /** Asks the editor, as the page does. */
  readonly call: Channel<FormPage, FormEditor>['call'];
  /** Everything that was shown, `ready` included; the last is what the page shows. */
  readonly shown: readonly FormView[];
  /** What is shown once it fulfils a condition. */
  readonly whenShown: (condition: (view: FormView) => boolean) => Promise<FormView>;
  /** What the page hands over when it is asked for drafts; nothing is never answered. */
  drafts: readonly FormChange[] | Promise<readonly FormChange[]> | undefined;
  /** Hides the page, or shows it again. */
  isVisible: boolean;
  readonly close: () => void;
}

/** Forms, and what they work on. */
export interface Forms extends vscode.Disposable {
  readonly services: ViewServices;
  readonly history: ResultHistory;
  /** The secrets whose values were asked for, and the files that use them. */
  readonly askedSecrets: readonly (readonly [name: string, file: string])[];
  readonly open: (chain: vscode.Uri) => Promise<OpenForm>;
}

/** Forms other than those of the loaded extension. */
export function ownForms(): Forms {
  const services = viewServices(() => []);
  const log = vscode.window.createOutputChannel('Forms of a test', { log: true });
  const service = ownService();
  const history = new ResultHistory(log);
  const machine = {
    maskingKey: new Uint8Array(32),
    userAgent: 'test',
    stored: new Map(),
    approval: nothingApproved,
  };
  const extension = vscode.extensions.getExtension('chainwright.chainwright')?.extensionUri;
  assert.ok(extension !== undefined);
  const { runs } = service;
  const askedSecrets: [string, string][] = [];
  const forms = new FormEditors({
    ...services,
    extension,
    service,
    execute: () => Promise.resolve(),
    importInto: () => Promise.resolve(),
    help: {
      ...noHelp,
      setSecret: (name, file) => Promise.resolve(void askedSecrets.push([name, file.fsPath])),
    },
    panels: { openViewer: () => Promise.resolve(), autoMap: () => Promise.resolve() },
    storeAsSecret: () => Promise.resolve(),
    isSample: () => false,
    history,
    shown: new ShownRuns(runs, history),
    memory: (chain) => runs.memory(chain),
    settings: (chain) => Promise.resolve(executeSettings(chain, machine)),
    log,
  });
  const all = vscode.Disposable.from(forms, runs, history, services, log);
  return {
    services,
    history,
    askedSecrets,
    open: async (chain) => openForm(forms, await vscode.workspace.openTextDocument(chain)),
    dispose: () => void all.dispose(),
  };
}

async function openForm(forms: FormEditors, document: vscode.TextDocument): Promise<OpenForm> {
  const fake = fakePanel();
  const shown: FormView[] = [];
  let drafts: OpenForm['drafts'] = [];
  const form: OpenForm = {
    document,
    call: (name, ...args) => channel.call(name, ...args),
    shown,
    whenShown: async (condition) => {
      await until(() => shown.length > 0 && shown.slice(-1).every(condition));
      const [view] = shown.slice(-1);
      assert.ok(view !== undefined);
      return view;
    },
    get drafts() {
      return drafts;
    },
    set drafts(typed) {
      drafts = typed;
    },
    get isVisible() {
      return fake.isVisible;
    },
    set isVisible(isVisible) {
      fake.isVisible = isVisible;
    },
    close: () => fake.close(),
  };
  forms.open(document, fake.panel);
  const channel = new Channel<FormPage, FormEditor>({
    port: fake.port,
    session: fake.session(),
    name: 'page',
    implementation: {
      show: (view) => void shown.push(view),
      progress: () => undefined,
      drafts: () => drafts ?? new Promise<never>(() => undefined),
    },
    log: () => undefined,
  });
  shown.push(await channel.call('ready'));
  return form;
}
