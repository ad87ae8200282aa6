/** What VS Code gives to the page of a webview. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  /** Kept while the page is hidden and with the window, so that a panel can be restored. */
  setState(state: unknown): void;
  /** What was kept last; absent at first. */
  getState(): unknown;
};
