import assert from 'node:assert/strict';
import { authzContract } from '../../src/protocol/authzPanel';
import { Channel } from '../../src/protocol/channel';
import type { Call } from '../../src/protocol/contract';
import { egressContract } from '../../src/protocol/egressContract';
import { formContract } from '../../src/protocol/formContract';
import { mappingContract } from '../../src/protocol/mappingContract';
import { policyContract } from '../../src/protocol/policyContract';
import { resultsContract } from '../../src/protocol/resultsContract';
import { accepts, type Form } from '../../src/protocol/schema';
import { viewerContract } from '../../src/protocol/viewerContract';
import { rightValue, wrongValues } from './wrongValues';

type AnyCall = Call<(...args: never[]) => unknown>;
type AnyCalls = Readonly<Record<string, AnyCall>>;

const contracts: readonly [
  panel: string,
  contract: { readonly editor: AnyCalls; readonly page: AnyCalls },
][] = [
  ['authorization panel', authzContract],
  ['egress view', egressContract],
  ['form', formContract],
  ['mapping review', mappingContract],
  ['policy grid', policyContract],
  ['results panel', resultsContract],
  ['Chain Viewer', viewerContract],
];

/** What the editor answers to a call of a page, and whether it did anything. */
async function answerTo(
  name: string,
  called: AnyCall,
  args: unknown,
): Promise<{ code?: string; ran: boolean }> {
  let receive: (message: unknown) => void = () => undefined;
  let ran = false;
  const answer = new Promise<{ code?: string }>((resolve) => {
    new Channel<Record<string, () => void>, Record<never, never>>({
      port: {
        post: (message) => resolve(message as { code?: string }),
        listen: (listener) => {
          receive = listener;
          return () => undefined;
        },
      },
      session: 's',
      name: 'editor',
      implementation: {
        [name]: () => {
          ran = true;
        },
      },
      checks: { offered: { [name]: called }, used: {} },
      log: () => undefined,
    });
  });
  receive({ session: 's', kind: 'call', id: 'page:1', name, args });
  const { code } = await answer;
  return code === undefined ? { ran } : { code, ran };
}

for (const [panel, { editor, page }] of contracts) {
  describe(`the editor and a page of the ${panel}`, () => {
    for (const [name, called] of Object.entries(editor)) {
      it(`${name} runs when it is called as it should be`, async () => {
        assert.deepEqual(await answerTo(name, called, rightValue(called.takes)), { ran: true });
      });

      it(`${name} refuses a wrong value in each of its places`, async () => {
        const wrong = wrongValues(called.takes);
        assert.ok(wrong.length > 0);
        for (const { title, value } of wrong) {
          assert.deepEqual(await answerTo(name, called, value), { code: 'refused', ran: false }, title);
        }
      });

      it(`${name} trusts nothing that a page says`, () => {
        assert.deepEqual(unchecked(called.takes), []);
      });
    }

    for (const [name, asked] of Object.entries(page)) {
      it(`believes no wrong answer to ${name}`, () => {
        assert.ok(accepts(asked.gives, rightValue(asked.gives)));
        assert.deepEqual(unchecked(asked.gives), []);
        for (const { title, value } of wrongValues(asked.gives)) {
          assert.equal(accepts(asked.gives, value), false, title);
        }
      });
    }
  });
}

/** Parts of a form that are not looked at. */
function unchecked(form: Form): readonly Form[] {
  switch (form.form) {
    case 'any':
      return [form];
    case 'list':
      return unchecked(form.item);
    case 'where':
      return unchecked(form.of);
    case 'tuple':
      return form.items.flatMap(unchecked);
    case 'any of':
      return form.forms.flatMap(unchecked);
    case 'object':
      return Object.values({ ...form.members, ...form.optional }).flatMap(unchecked);
    default:
      return [];
  }
}
