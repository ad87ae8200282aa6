/**
 * The debugger of the browser, as far as a recording needs it: enabled to report the network of a tab, of
 * its frames and of its workers, it changes nothing about them.
 *
 * Frames and workers with a process of their own wait until they are listened to, so that their first requests
 * are not missed.
 */
import type { Debuggee, DebuggerApi } from './browserApi';

/** Starts listening to a tab. Rejects with the browser's reason when it does not let us. */
export async function attachTab(api: DebuggerApi, tabId: number): Promise<void> {
  await api.attach({ tabId }, PROTOCOL);
  await listen(api, { tabId });
}

/** Address of the page that is shown in a tab; empty while there is none. */
export async function shownPage(api: DebuggerApi, tabId: number): Promise<string> {
  const answer = await api.sendCommand({ tabId }, 'Page.getFrameTree');
  return (answer as { readonly frameTree: { readonly frame: { readonly url: string } } }).frameTree.frame.url;
}

/**
 * Listens on to a tab that was attached before the background process was restarted; else as {@link attachTab}.
 * Resolves to whether it had to be attached again, so that something may be missing.
 */
export async function resumeTab(api: DebuggerApi, tabId: number): Promise<boolean> {
  let isAnew = false;
  try {
    // lets go of frames and workers, which may be waiting for a process that is gone
    await api.sendCommand({ tabId }, 'Target.setAutoAttach', LET_GO);
  } catch {
    await api.attach({ tabId }, PROTOCOL); // a new process of the browser, or of the extension
    isAnew = true;
  }
  await listen(api, { tabId });
  return isAnew;
}

/** Listens to a frame or worker that waits for it, and lets it go on whatever happens. */
export async function attachSession(api: DebuggerApi, session: Debuggee): Promise<void> {
  try {
    await listen(api, session);
  } finally {
    await api.sendCommand(session, 'Runtime.runIfWaitingForDebugger');
  }
}

/** The session of a frame or worker that begins, if that is what an event says. */
export function sessionIn(source: Debuggee, method: string, params: object): Debuggee | undefined {
  const { sessionId } = params as { readonly sessionId?: unknown };
  return method === 'Target.attachedToTarget' && typeof sessionId === 'string'
    ? { ...source, sessionId }
    : undefined;
}

/** The body of a response, and whether its text is base64. */
export async function responseBody(
  api: DebuggerApi,
  target: Debuggee,
  requestId: string,
): Promise<{ readonly text: string; readonly isBase64: boolean }> {
  const answer = await api.sendCommand(target, 'Network.getResponseBody', { requestId });
  const { body, base64Encoded } = answer as { readonly body: string; readonly base64Encoded: boolean };
  return { text: body, isBase64: base64Encoded };
}

/** The body of a request that was too long for an event. */
export async function requestBody(api: DebuggerApi, target: Debuggee, requestId: string): Promise<string> {
  const answer = await api.sendCommand(target, 'Network.getRequestPostData', { requestId });
  return (answer as { readonly postData: string }).postData;
}

const PROTOCOL = '1.3';

/** Bytes that the browser holds for us: of all bodies, of one, and of a request's in its event. */
const BUFFERS = { maxTotalBufferSize: 100_000_000, maxResourceBufferSize: 30_000_000 };
const MAX_POST_DATA = 1_000_000;

const AUTO_ATTACH = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'iframe' }, { type: 'worker' }],
};

const LET_GO = { autoAttach: false, waitForDebuggerOnStart: false, flatten: true };

async function listen(api: DebuggerApi, target: Debuggee): Promise<void> {
  await Promise.all([
    api.sendCommand(target, 'Network.enable', { ...BUFFERS, maxPostDataSize: MAX_POST_DATA }),
    // bodies outlive the page; browsers that do not know it yet forget some when the page is left
    api.sendCommand(target, 'Network.configureDurableMessages', BUFFERS).catch(() => undefined),
    api.sendCommand(target, 'Target.setAutoAttach', AUTO_ATTACH),
  ]);
}
