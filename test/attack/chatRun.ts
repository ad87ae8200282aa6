/** What Slack and Microsoft Teams are sent about requests whose answers repeat a secret. */
import { ended, start } from '../cli/program';
import { startChat } from '../sharing/chatServer';
import { echoFiles, secretVariable } from './echoChain';
import { echoAnswer, type EchoCase } from './echoServer';
import { onEchoStage, type EchoOutcome } from './echoStage';
import type { AttackSecret } from './secrets';

/** A message shows so many failures; the rest of a run is only counted in it. */
const SHOWN = 5;

/** Runs the cases, as many at a time as a message shows, with both chats on this machine. */
export async function runChat(secret: AttackSecret, cases: readonly EchoCase[]): Promise<EchoOutcome> {
  const written = cases.filter((one) => echoAnswer(one, secret.value) !== undefined);
  return onEchoStage(secret, async (server, workspace) => {
    const chat = await startChat();
    const faults: string[] = [];
    try {
      for (let at = 0; at < written.length; at += SHOWN) {
        await workspace.write(echoFiles(server.origin, written.slice(at, at + SHOWN)));
        const { code } = await ended(
          start(['run', 'echo.chain.json', '--notify', 'slack', '--notify', 'teams'], workspace.folder, {
            ...secretVariable(secret.value),
            CHAINWRIGHT_SECRET_SLACK_WEBHOOK: chat.address,
            CHAINWRIGHT_SECRET_TEAMS_WEBHOOK: chat.address,
          }),
        );
        if (code !== 1) {
          faults.push(`run --notify of ${written[at]?.id ?? ''} ended with ${code}`);
        }
      }
      const messages = Math.ceil(written.length / SHOWN) * 2;
      if (chat.posts.length !== messages) {
        faults.push(`${chat.posts.length} of ${messages} messages were posted`);
      }
      const outputs = chat.posts.map((text) => ({
        name: text.includes('"blocks"') ? 'Slack' : 'Teams',
        text,
      }));
      return { tried: written.length, faults, outputs };
    } finally {
      await chat.close();
    }
  });
}
