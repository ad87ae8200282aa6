/**
 * The extension's composition root. Nothing heavy is imported here: what runs chains and what understands
 * them are bundles of their own, loaded at the first use.
 */
import * as vscode from 'vscode';
import { registerMcpServer } from './agent/mcpServer';
import { registerTools } from './agent/registerTools';
import { registerAuthorization } from './authz/registerAuthorization';
import { registerChainPanels } from './chainPanels';
import { ChainRuns } from './chainRuns';
import { registerActiveFileKey } from './environments/activeResource';
import { registerExport } from './export/registerExport';
import { registerSync } from './sync/registerSync';
import { registerForm } from './form/registerForm';
import { registerImport } from './import/registerImport';
import { LiveAnalyses } from './liveAnalyses';
import { registerNotify } from './notify/registerNotify';
import type { PreviewServices } from './providers/previewDocument';
import { registerInsights } from './providers/registerInsights';
import { registerTextFeatures } from './providers/registerTextFeatures';
import { LastRuns } from './results/lastRuns';
import { ResultHistory } from './results/resultHistory';
import { ShownRuns } from './results/shownRuns';
import { registerRunning } from './running/registerRunning';
import { RunService } from './running/runService';
import { registerSafety } from './secrets/registerSafety';
import { executeSettings } from './settings';
import type { Outgoing, RunHelp } from './services';
import { registerSharing } from './sharing/registerSharing';
import { registerUris } from './uriHandler';
import { registerViews } from './views/registerViews';
import { openSampleFolder } from './views/sampleWorkspace';
import { WorkspaceFiles } from './workspaceFiles';

/** Called by VS Code when a chain file comes into view. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Chainwright', { log: true });
  const files = new WorkspaceFiles();
  const safety = registerSafety(context, files, log);
  const history = new ResultHistory(log);
  const runs = new ChainRuns(
    () => safety.machine(),
    (place) => history.begin(place),
  );
  const last = new LastRuns(runs, history);
  const { environments } = safety;
  const analyses = new LiveAnalyses({ files, environments, last });
  const service = new RunService({ runs, environments, beforeRun: safety.beforeRun });
  const shown = new ShownRuns(runs, history);
  const isSample = (): boolean => openSampleFolder(context.globalState) !== undefined;
  const help: RunHelp = {
    setSecret: safety.setSecret,
    chooseEnvironment: safety.chooseEnvironment,
    startSampleApi: () => views.startSampleApi(),
  };
  const shared = { files, analyses, last, environments, isSample, help, log };
  const previews: Pick<PreviewServices, 'memory' | 'settings'> = {
    memory: (chain) => runs.memory(chain),
    settings: async (chain) => executeSettings(chain, await safety.machine()),
  };
  const extension = context.extensionUri;
  const outgoing: Outgoing = {
    share: (subject) => sharing.share(subject),
    raiseIssue: (subject) => sharing.raiseIssue(subject),
    notify: (subject) => notify.notify(subject),
  };
  const authorization = registerAuthorization({
    ...safety,
    ...shared,
    context,
    extension,
    outgoing,
    matrixEnded: (finished) => notify.matrixEnded(finished),
  });
  const { recall } = authorization;
  const notify = registerNotify({
    context,
    runs,
    shown,
    recall,
    machine: safety.machine,
    review: async (egress) =>
      (await import('./sharing/egressPanel')).egressReviewer({ extension, log })(egress),
    log,
  });
  const sharing = registerSharing({ ...safety, ...shared, context, shown, history, recall });
  const panels = registerChainPanels({
    ...shared,
    machine: safety.machine,
    beforeRun: safety.beforeRun,
    extension,
    runs,
    history,
    state: context.workspaceState,
    runAll: (chain) => running.runAll(chain),
    showLastResult: (chain) => running.showLastResult(chain),
  });
  const running = registerRunning({
    ...shared,
    extension,
    runs,
    service,
    history,
    shown,
    matrices: authorization,
    outgoing,
    repairChain: panels.repairChain,
    isWatched: (chain) => panels.isWatched(chain),
  });
  const imports = registerImport({
    ...safety,
    ...shared,
    autoMap: panels.autoMap,
    startAll: running.startAll,
  });
  const views = registerViews({ ...shared, context, secrets: safety.secrets, importTo: imports.importTo });
  const { openResult } = running;
  context.subscriptions.push(
    log,
    files,
    safety,
    history,
    runs,
    last,
    analyses,
    authorization,
    registerActiveFileKey(),
    notify,
    registerInsights({ ...shared, ...previews }),
    running,
    registerTextFeatures(shared),
    panels,
    registerForm({
      ...shared,
      ...previews,
      extension,
      service,
      execute: running.execute,
      importInto: imports.importInto,
      panels,
      storeAsSecret: safety.storeAsSecret,
      shown,
      history,
    }),
    registerExport({ ...shared, context }),
    registerSync(shared),
    sharing,
    views,
    imports,
    registerMcpServer(context),
    registerTools({
      context,
      service,
      matrices: authorization.runner,
      environments,
      machine: safety.machine,
    }),
    registerUris({ signIn: safety.signIn, openResult, log }),
  );
}
