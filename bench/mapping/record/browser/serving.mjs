/** An application as a browser sees it: behind the proxy that records, at the address that recordings name. */
import { atBrowser } from './person.mjs';
import { recordingProxy } from './recordingProxy.mjs';

const ORIGIN_PORT = 3970;

/** What `work` yields with the proxy of an application that was started on a store of its own and prepared. */
export async function served(application, inputs, work) {
  const server = await application.start({ origin: `http://127.0.0.1:${ORIGIN_PORT}`, inputs });
  try {
    const applicationPort = Number(new URL(server.origin).port);
    const proxy = await recordingProxy({ port: ORIGIN_PORT, applicationPort, folder: server.folder });
    try {
      await application.prepare?.(server, inputs);
      return await work(proxy);
    } finally {
      await proxy.stop();
    }
  } finally {
    await server.stop();
  }
}

/**
 * Plays a session at the browser. Resolves to the entries of the recording, and what was typed. `isAside` of the application
 * is asked of each entry, with those that were kept before it.
 */
export async function playedSession(application, inputs, proxy) {
  const isAwaited = application.isAwaited ?? (() => true);
  const place = {
    origin: proxy.origin,
    pending: () => proxy.pending().filter(isAwaited).length,
    login: application.login?.(inputs),
  };
  const typed = await atBrowser(place, (person) => application.session(person, inputs));
  const entries = [];
  for (const entry of proxy.entries()) if (!application.isAside?.(entry, entries)) entries.push(entry);
  return { entries, typed };
}
