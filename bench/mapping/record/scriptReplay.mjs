/** Replays of sessions that a script plays. */
import { exchangeOf } from './har.mjs';
import { TracingClient } from './tracingClient.mjs';

/** What `work` yields on an emptied server that has the past of session b. */
export async function onAnotherServer(application, work) {
  const server = await application.start();
  try {
    await application.prepare?.(new TracingClient(server.origin), application.inputs.b);
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** The exchanges of session a when its script plays it, by the step of the recording that each is. */
export async function playedAgain(application, { origin }) {
  const client = new TracingClient(origin);
  await application.session(client, application.inputs.a, origin);
  return new Map(client.entries.map(exchangeOf).entries());
}
