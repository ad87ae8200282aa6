import assert from 'node:assert/strict';
import path from 'node:path';
import { planMatrix } from '../../../src/core/authz/plan/planMatrix';
import { loadMatrix } from '../../../src/node/authz/loadMatrix';

const WORKSPACE = path.resolve('examples/workspace');
const SAMPLE = { file: path.join(WORKSPACE, 'orders.authz.json'), workspace: WORKSPACE };

/** Cells of one operation and location in one line: `order.read path:orderId`, then kind and users of each. */
function lines(ids: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const [kind = '', operation = '', users = '', where = ''] = id.split(' ');
    const key = `${operation} ${where}`.trim();
    groups.set(key, [...(groups.get(key) ?? []), `${kind} ${users}`]);
  }
  return [...groups].map(([key, cells]) => `${key}: ${cells.join(', ')}`);
}

describe('the plan of the sample matrix', () => {
  it('asks these questions, in this order', async () => {
    const { cells, undeclared, notes } = planMatrix(await loadMatrix(SAMPLE), {
      allowMutations: true,
      allowChanges: '',
      irreversible: [],
    });
    assert.deepEqual(lines(cells.map(({ id }) => id)), [
      'users.list: FUN root<-alice, FUN root<-bob, FUN root<-sam, FUN root<-mia, SELF root<-root, ANON root<-nobody',
      'stats.read: FUN mia<-alice, FUN mia<-bob, FUN mia<-sam, SELF mia<-mia, SELF root<-root, ANON mia<-nobody',
      'order.list: SELF alice<-alice, LIST alice<-bob, SELF alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'order.read path:orderId: SELF alice<-alice, OBJ alice<-bob, SELF alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'order.readByQuery query:order_id: SELF alice<-alice, OBJ alice<-bob, SELF alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'order.readByHeader header:X-Order-Id: SELF alice<-alice, OBJ alice<-bob, SELF alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'userOrder.read path:userId+path:orderId: SELF alice<-alice, OBJ alice<-bob, SELF alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'userOrder.read path:userId: OBJ alice<-bob',
      'userOrder.read path:orderId: OBJ alice<-bob',
      'profile.read path:userId: SELF alice<-alice, OBJ alice<-bob, SELF alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'profile.read body:$.taxNumber: PROP alice<-sam',
      'order.cancel path:orderId: SELF alice<-alice, OBJ alice<-bob, FUN alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'order.updateByBody body:/orderId: SELF alice<-alice, OBJ alice<-bob, FUN alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'order.update path:orderId: SELF alice<-alice, OBJ alice<-bob, FUN alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'order.update body:$.customerId: PROP bob<-alice, PROP alice<-bob, PROP alice<-mia, PROP alice<-root',
      'userOrder.changeByQuery query:user_id+query:order_id: SELF alice<-alice, OBJ alice<-bob, FUN alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
      'userOrder.changeByQuery query:user_id: OBJ alice<-bob',
      'userOrder.changeByQuery query:order_id: OBJ alice<-bob',
      'order.delete path:orderId: SELF alice<-alice, OBJ alice<-bob, FUN alice<-sam, SELF alice<-mia, SELF alice<-root, ANON alice<-nobody',
    ]);
    assert.deepEqual(
      cells.flatMap(({ skip }) => skip ?? []),
      [],
    );
    assert.deepEqual([undeclared, notes], [[], []]);
  });
});
