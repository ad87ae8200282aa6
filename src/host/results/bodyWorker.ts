/** The thread that holds a long body, `dist/bodyWorker.js`: it answers each call of `longBodies.ts`. */
import { BodyTree } from '../../core/bodyTree/bodyTree';
import { lookFrom } from '../../core/bodyTree/treeLook';
import { UserError } from '../../core/errors';
import { findPart } from '../../core/extraction/foundPart';
import type { JsonValue } from '../../core/json/json';
import { bodyValue } from '../../core/language/bodyJson';
import { plainView } from '../../protocol/bodyTree';
import { serveEditor } from '../ownWorker';
import type { BodyCalls } from './longBodies';

/** Absent until a body was opened that is JSON. */
let opened: { readonly body: JsonValue; readonly tree: BodyTree } | undefined;

serveEditor<BodyCalls>({
  open: (text) => {
    const body = bodyValue(text);
    opened = body === undefined ? undefined : { body, tree: new BodyTree(body) };
  },
  view: ({ look, act }) => plainView(json().tree.view(look === null ? undefined : lookFrom(look), act)),
  find: ({ part, answer }) => findPart(part, { ...answer, body: json().body }),
});

function json(): NonNullable<typeof opened> {
  if (opened === undefined) {
    // eslint-disable-next-line host/text -- translated where it is shown, for a worker knows no language
    throw new UserError('This body is not JSON.', 'Open it in an editor to read it.');
  }
  return opened;
}
