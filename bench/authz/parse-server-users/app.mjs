/**
 * Parse Server as users of an app see it: notes that their pointer gives to somebody, sessions, accounts. 5.2.6 fixes
 * CVE-2022-39225 (GHSA-6w4q-23cf-j9jp) of 5.2.5: a user could write to the session of another one.
 */
import { APPLICATION_ID, startParseServer } from '../parseServer.mjs';
import { requestJson } from '../service.mjs';

export const name = 'Parse Server, users';
export const versions = ['5.2.5', '5.2.6'];

const OWNER_ONLY = { pointerFields: ['owner'] };
const NOTE = {
  className: 'Note',
  fields: { text: { type: 'String' }, owner: { type: 'Pointer', targetClass: '_User' } },
  classLevelPermissions: {
    create: { requiresAuthentication: true },
    ...{ get: OWNER_ONLY, find: OWNER_ONLY, count: OWNER_ONLY, update: OWNER_ONLY, delete: OWNER_ONLY },
    addField: {},
  },
};

export function start({ folder, version, passwords }) {
  return startParseServer({
    ...{ folder, version, masterKey: passwords.admin },
    tables: { _User: 'true', Note: 'true', _Session: `"createdWith"->>'action' = 'create'` },
    seed: async (master, baseUrl) => {
      await master('/schemas/Note', 'POST', NOTE);
      for (const user of ['alice', 'bob']) {
        await signUp(baseUrl, user, passwords[user]);
      }
      await master('/schemas/_Session', 'PUT', {
        className: '_Session',
        fields: { device: { type: 'String' } },
      });
      await master('/schemas/_User', 'PUT', { className: '_User', fields: { nickname: { type: 'String' } } });
    },
  });
}

/** A user with a note that is there before the run. */
async function signUp(baseUrl, user, password) {
  const headers = { 'X-Parse-Application-Id': APPLICATION_ID };
  const post = (target, body, more = {}) =>
    requestJson(`${baseUrl}${target}`, { method: 'POST', headers: { ...headers, ...more }, body });
  const { objectId, sessionToken } = await post('/users', {
    ...{ username: user, password, nickname: `nickname of ${user}`, email: `${user}@example.com` },
  });
  const owner = { __type: 'Pointer', className: '_User', objectId };
  const session = { 'X-Parse-Session-Token': sessionToken };
  await post('/classes/Note', { text: `First words of ${user}`, owner }, session);
}
