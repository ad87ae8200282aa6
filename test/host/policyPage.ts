/** The page of a policy grid as a test plays it: on the document that VS Code has, through the channel that pages use. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PolicyEditors } from '../../src/host/authz/policyEditors';
import { Channel } from '../../src/protocol/channel';
import type { PolicyEditor, PolicyPage } from '../../src/protocol/policyContract';
import type { PolicyView } from '../../src/protocol/policyView';
import { until } from '../until';
import { fakePanel, type FakePanel } from './fakePanel';
import { viewServices } from './viewFakes';

/** A policy grid of a test's own. */
export interface OpenPolicy {
  readonly document: vscode.TextDocument;
  readonly fake: FakePanel;
  /** Asks the editor, as the page does. */
  readonly call: Channel<PolicyPage, PolicyEditor>['call'];
  /** What is shown once it fulfils a condition. */
  readonly whenShown: (condition: (view: PolicyView) => boolean) => Promise<PolicyView>;
}

/** Policy grids other than those of the loaded extension. */
export interface Policies extends vscode.Disposable {
  readonly open: (matrix: vscode.Uri) => Promise<OpenPolicy>;
}

/** Creates the owner of the grids of a test. */
export function ownPolicies(): Policies {
  const services = viewServices(() => []);
  const log = vscode.window.createOutputChannel('Policies of a test', { log: true });
  const extension = vscode.extensions.getExtension('chainwright.chainwright')?.extensionUri;
  assert.ok(extension !== undefined);
  const policies = new PolicyEditors({ extension, files: services.files, log });
  const all = vscode.Disposable.from(policies, services, log);
  return {
    open: async (matrix) => openPolicy(policies, await vscode.workspace.openTextDocument(matrix)),
    dispose: () => void all.dispose(),
  };
}

async function openPolicy(policies: PolicyEditors, document: vscode.TextDocument): Promise<OpenPolicy> {
  const fake = fakePanel();
  policies.open(document, fake.panel);
  let shown: PolicyView;
  const channel = new Channel<PolicyPage, PolicyEditor>({
    port: fake.port,
    session: fake.session(),
    name: 'page',
    implementation: { show: (view) => void (shown = view) },
    log: () => undefined,
  });
  shown = (await channel.call('ready')).view;
  return {
    document,
    fake,
    call: (name, ...args) => channel.call(name, ...args),
    whenShown: async (condition) => {
      await until(() => condition(shown));
      return shown;
    },
  };
}
