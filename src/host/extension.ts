/**
 * The extension's composition root. Nothing heavy is imported here: what runs chains and what understands
 * them are bundles of their own, loaded at the first use.
 */
import * as vscode from 'vscode';
import { registerAuthorization } from './authz/registerAuthorization';
import { ChainRuns } from './chainRuns';
import { registerForm } from './form/registerForm';
import { LiveAnalyses } from './liveAnalyses';
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
import { registerViewer } from './viewer/registerViewer';
import { registerViews } from './views/registerViews';
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
  const shared = { files, analyses, last, environments, log };
  const previews: Pick<PreviewServices, 'memory' | 'settings'> = {
    memory: (chain) => runs.memory(chain),
    settings: async (chain) => executeSettings(chain, await safety.machine()),
  };
  const extension = context.extensionUri;
  const authorization = registerAuthorization({ ...safety, ...shared, extension });
  const viewer = registerViewer({ ...shared, extension, runs });
  context.subscriptions.push(
    log,
    files,
    safety,
    history,
    runs,
    last,
    analyses,
    authorization,
    registerInsights({ ...shared, ...previews }),
    registerRunning({
      ...shared,
      extension,
      runs,
      service,
      history,
      shown,
      matrices: authorization,
      isWatched: (chain) => viewer.isInView(chain),
    }),
    registerTextFeatures(shared),
    viewer,
    registerForm({ ...shared, ...previews, extension, service, shown, history }),
    registerViews({ ...shared, context, secrets: safety.secrets }),
  );
}
