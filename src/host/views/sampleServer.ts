/**
 * The sample API inside the extension host: on the port that the sample's environment names, or on a free
 * one when that is taken.
 */
import * as vscode from 'vscode';
import type { OrdersApi } from '../../../examples/orders-api/ordersApi';

/** Owner of the running API. It listens on this machine's own address only. */
export class SampleServer implements vscode.Disposable {
  readonly #status = vscode.window.createStatusBarItem(
    'chainwright.sampleApi',
    vscode.StatusBarAlignment.Left,
  );
  #api: OrdersApi | undefined;
  #starting: Promise<string> | undefined;

  constructor() {
    this.#status.name = vscode.l10n.t('Chainwright Sample API');
    this.#status.command = 'chainwright.stopSampleApi';
  }

  /** Where it listens; absent when it does not. */
  get origin(): string | undefined {
    return this.#api?.origin;
  }

  /** Starts the API, unless it runs already; resolves to where it listens. */
  start(port: number): Promise<string> {
    this.#starting ??= this.#listen(port).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Stops the API; resolves when its port is free. */
  async stop(): Promise<void> {
    const api = this.#api;
    this.#api = undefined;
    this.#status.hide();
    await showRunning(false);
    await api?.close();
  }

  dispose(): void {
    void this.stop();
    this.#status.dispose();
  }

  async #listen(port: number): Promise<string> {
    if (this.#api === undefined) {
      const { startOrdersApi } = await import('../../../examples/orders-api/ordersApi');
      this.#api = await startOrdersApi({ port }).catch((error: unknown) => {
        if (isTaken(error)) {
          return startOrdersApi({ port: 0 });
        }
        throw error;
      });
      await showRunning(true);
    }
    const { origin } = this.#api;
    this.#status.text = `$(server-process) ${vscode.l10n.t('Sample API')}`;
    this.#status.tooltip = vscode.l10n.t('The sample API listens at {0}. Click to stop it.', origin);
    this.#status.show();
    return origin;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/** Says to the enablement of commands whether there is anything to stop. */
async function showRunning(running: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'chainwright.sampleApiRunning', running);
}
