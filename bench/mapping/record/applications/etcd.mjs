/**
 * etcd (Debian's `etcd-server`) by its JSON gateway: jobs that workers share. Every request is a POST, keys and values are
 * in base64, numbers are texts; leases, elections and locks have ids, and a change holds while a revision does.
 */
import { randomUUID } from 'node:crypto';
import { debianProgram, emptyFolder, running } from '../running.mjs';
import { derived, typed } from '../traced.mjs';

const PORT = 3933;
const PEERS = 3934;
const JOBS = ['Resize the posters', 'Send the invoices', 'Count the visitors', 'Print the labels'];
const ADMINISTRATOR = { name: 'root', password: 'only-here' };
/** All keys, in the words of etcd: from the first on, without an end. */
const EVERYTHING = { key: base64('\0'), range_end: base64('\0') };

export const application = {
  inputs: {
    a: {
      user: ['ludmila', 'cedar+tin'],
      job: 'Resize the posters',
      group: 'press-hall',
      doing: ['half size first', 'Forty posters at half size'],
      door: 'cutter',
      earlier: { changes: 5, jobs: JOBS },
    },
    b: {
      user: ['tomasz', 'fog&lantern'],
      job: 'Send the invoices',
      group: 'back-office',
      doing: ['by post', 'Twelve letters and a parcel'],
      door: 'stamps',
      earlier: { changes: 131, jobs: JOBS.toReversed() },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const command = debianProgram('/usr/bin/etcd', 'etcd-server');
  const cwd = await emptyFolder();
  const [clients, peers] = [PORT, PEERS].map((port) => `http://127.0.0.1:${port}`);
  const options = {
    'data-dir': 'data',
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
    'bcrypt-cost': '4',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return running({ command, args, cwd, port: PORT });
}

/** Both users, who may do everything, what changed before, and jobs whose keys are random. */
async function prepare(client, { earlier }) {
  const post = (url, json) => client.send({ method: 'POST', url, json });
  for (const [key, { user }] of Object.entries(application.inputs)) {
    await post('/v3/auth/user/add', { name: user[0], password: user[1] });
    await post('/v3/auth/role/add', { name: key });
    await post('/v3/auth/role/grant', { name: key, perm: { permType: 'READWRITE', ...EVERYTHING } });
    await post('/v3/auth/user/grant', { user: user[0], role: key });
  }
  for (let index = 0; index < earlier.changes; index += 1)
    await post('/v3/kv/put', { key: base64('visitors'), value: base64(String(index)) });
  for (const job of earlier.jobs)
    await post('/v3/kv/put', { key: base64(`jobs/${randomUUID()}`), value: base64(job) });
  await post('/v3/auth/user/add', ADMINISTRATOR);
  await post('/v3/auth/role/add', { name: 'root' });
  await post('/v3/auth/user/grant', { user: 'root', role: 'root' });
  await post('/v3/auth/enable', {});
}

async function session(client, { user, job: wanted, group, doing, door }) {
  const [name, password] = user.map(typed);
  const login = await client.send({ method: 'POST', url: '/v3/auth/authenticate', json: { name, password } });
  const headers = { authorization: login.member('token').as('token') };
  const post = (url, json) => client.send({ method: 'POST', url, headers, json });

  const jobs = await post('/v3/kv/range', { key: coded('jobs/'), range_end: coded('jobs0') });
  const isWanted = ({ value }) => value === base64(wanted);
  const [key, seen] = ['key', 'mod_revision'].map((member) => jobs.pick(['kvs'], isWanted, member));
  const granted = await post('/v3/lease/grant', { TTL: '120' });
  const lease = granted.member('ID').as('created-id');
  const chosen = await post('/v3/election/campaign', { name: coded(group), lease, value: coded(user[0]) });
  const leader = chosen.member('leader');
  const leads = { ...compared(leader.key, 'CREATE'), create_revision: leader.rev.as('revision') };

  const taken = await post('/v3/kv/txn', {
    compare: [leads, { ...compared(key, 'MOD'), mod_revision: seen }],
    success: [put(key, coded(`${user[0]}: ${doing[0]}`), lease)],
    failure: [{ request_range: { key } }],
  });
  await post('/v3/lease/keepalive', { ID: lease });
  await post('/v3/election/proclaim', { leader, value: coded(`${user[0]}, busy`) });
  const before = jobs.member('header', 'revision').as('revision');
  await post('/v3/kv/range', { key, revision: before });

  const locked = await post('/v3/lock/lock', { name: coded(door), lease });
  const lock = locked.member('key').as('created-id');
  const isMine = {
    ...compared(lock, 'CREATE'),
    create_revision: locked.member('header', 'revision').as('revision'),
  };
  await post('/v3/kv/txn', {
    compare: [isMine],
    success: [put(coded(`reports/${doing[1]}`), coded(doing[1]), lease)],
  });
  await post('/v3/lock/unlock', { key: lock });
  const since = taken.member('header', 'revision').as('revision');
  await post('/v3/kv/txn', {
    compare: [{ ...compared(key, 'MOD'), mod_revision: since }],
    success: [{ request_delete_range: { key, prev_kv: true } }],
  });
  await post('/v3/election/resign', { leader });
  await post('/v3/lease/timetolive', { ID: lease, keys: true });
  const revoked = await post('/v3/lease/revoke', { ID: lease });
  await post('/v3/kv/compaction', { revision: revoked.member('header', 'revision').as('revision') });
}

function compared(key, target) {
  return { key, target, result: 'EQUAL' };
}

function put(key, value, lease) {
  return { request_put: { key, value, lease } };
}

/** A word of the client's, as etcd wants it. */
function coded(text) {
  return derived(base64(text));
}

function base64(text) {
  return Buffer.from(text).toString('base64');
}
