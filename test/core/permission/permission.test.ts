import assert from 'node:assert/strict';
import {
  approve,
  nothingApproved,
  type Approval,
  type Unapproved,
} from '../../../src/core/permission/approval';
import { mayRun, type PermissionQuestions, type RunProspect } from '../../../src/core/permission/permission';

const api = 'https://api.test';

const harmless: RunProspect = { destinations: [], changing: [], missingSecrets: [] };

/** A person with given answers who remembers the questions, in a window of its own. */
function window(answers: Partial<{ protected: 'run' | 'run-and-remember'; contact: true; missing: 'run' }>) {
  const asked: unknown[] = [];
  let approval: Approval = nothingApproved;
  const kept = { unguarded: new Set<string>(), spokenOf: new Set<string>() };
  const questions: PermissionQuestions = {
    changeProtected(question) {
      asked.push(question);
      return Promise.resolve(answers.protected ?? 'cancel');
    },
    contact(question) {
      asked.push(question);
      return Promise.resolve(answers.contact ?? false);
    },
    missingSecrets(names) {
      asked.push(names);
      return Promise.resolve(answers.missing ?? 'cancel');
    },
  };
  const allow = (allowed: Unapproved): Promise<void> => {
    approval = approve(approval, allowed);
    return Promise.resolve();
  };
  return {
    /** Whether a run may begin, and what was asked for it. */
    run: async (prospect: RunProspect, chain = 'a.chain.json') => {
      asked.splice(0);
      const allowed = await mayRun(chain, prospect, { approval, allow, ...kept }, questions);
      return { allowed, asked: [...asked] };
    },
  };
}

describe('mayRun', () => {
  it('asks nothing when nothing is new', async () => {
    assert.deepEqual(await window({}).run(harmless), { allowed: true, asked: [] });
  });

  describe('in a protected environment', () => {
    const prod = { name: 'prod', protected: true };
    const changing = [{ method: 'POST', origin: api }, { method: 'DELETE', origin: api }, { method: 'PUT' }];
    const prospect = { ...harmless, environment: prod, changing };
    const question = { environment: 'prod', count: 3, origins: [api] };

    it('asks about requests that may change something, each time', async () => {
      const { run } = window({ protected: 'run' });
      assert.deepEqual(await run(prospect), { allowed: true, asked: [question] });
      assert.deepEqual(await run(prospect), { allowed: true, asked: [question] });
    });

    it('sends nothing on a no', async () => {
      assert.equal((await window({}).run(prospect)).allowed, false);
    });

    it('asks nothing about requests that only read, nor in another environment', async () => {
      const { run } = window({});
      assert.deepEqual(await run({ ...prospect, changing: [] }), { allowed: true, asked: [] });
      const open = { name: 'test', protected: false };
      assert.deepEqual(await run({ ...prospect, environment: open }), { allowed: true, asked: [] });
    });

    it('stops asking for one chain in that environment when the person wants that', async () => {
      const { run } = window({ protected: 'run-and-remember' });
      assert.deepEqual((await run(prospect)).asked, [question]);
      assert.deepEqual(await run(prospect), { allowed: true, asked: [] });
      assert.deepEqual((await run(prospect, 'b.chain.json')).asked, [question]);
      const other = { ...prospect, environment: { name: 'other', protected: true } };
      assert.deepEqual((await run(other)).asked, [{ ...question, environment: 'other' }]);
    });
  });

  describe('for something new', () => {
    const destinations = [{ origin: api, secrets: ['secret A'], obtained: [], bound: ['secret B'] }];
    const prospect = { ...harmless, destinations };

    it('asks once and remembers a yes', async () => {
      const { run } = window({ contact: true });
      assert.deepEqual(await run(prospect), { allowed: true, asked: [{ destinations }] });
      assert.deepEqual(await run(prospect), { allowed: true, asked: [] });
    });

    it('asks again after a no', async () => {
      const { run } = window({});
      assert.deepEqual(await run(prospect), { allowed: false, asked: [{ destinations }] });
      assert.deepEqual(await run(prospect), { allowed: false, asked: [{ destinations }] });
    });

    it('asks when another secret goes to a known origin', async () => {
      const { run } = window({ contact: true });
      await run(prospect);
      const more = [{ origin: api, secrets: ['secret A', 'secret C'], obtained: [], bound: [] }];
      assert.deepEqual((await run({ ...prospect, destinations: more })).asked, [
        { destinations: [{ origin: api, secrets: ['secret C'], obtained: [], bound: [] }] },
      ]);
    });

    it('asks about many origins in parts that can be read, and allows none that was not shown', async () => {
      const many = Array.from({ length: 45 }, (_, index) => ({
        origin: `https://host${index}.test`,
        secrets: [],
        obtained: [],
        bound: [],
      }));
      const { asked } = await window({ contact: true }).run({ ...harmless, destinations: many });
      assert.deepEqual(
        asked.map((question) => (question as Unapproved).destinations.length),
        [20, 20, 5],
      );
    });

    it('asks about a proxy', async () => {
      const proxied = { ...harmless, proxy: 'http://proxy.test:8080' };
      assert.deepEqual(await window({ contact: true }).run(proxied), {
        allowed: true,
        asked: [{ destinations: [], proxy: 'http://proxy.test:8080' }],
      });
    });

    it('asks about an authority, once', async () => {
      const authority = { file: 'ca.pem', digest: 'd1' };
      const { run } = window({ contact: true });
      const asked = [{ destinations: [], authority }];
      assert.deepEqual(await run({ ...harmless, authority }), { allowed: true, asked });
      assert.deepEqual(await run({ ...harmless, authority }), { allowed: true, asked: [] });
    });
  });

  describe('without the value of a secret', () => {
    it('mentions it once in a window', async () => {
      const { run } = window({ missing: 'run' });
      assert.deepEqual(await run({ ...harmless, missingSecrets: ['A'] }), { allowed: true, asked: [['A']] });
      assert.deepEqual(await run({ ...harmless, missingSecrets: ['A', 'B'] }), {
        allowed: true,
        asked: [['B']],
      });
      assert.deepEqual(await run({ ...harmless, missingSecrets: ['A', 'B'] }), { allowed: true, asked: [] });
    });

    it('sends nothing when the person would rather not', async () => {
      assert.equal((await window({}).run({ ...harmless, missingSecrets: ['A'] })).allowed, false);
    });
  });

  it('asks one thing after the other, and nothing more after a no', async () => {
    const prospect: RunProspect = {
      environment: { name: 'prod', protected: true },
      changing: [{ method: 'POST', origin: api }],
      destinations: [{ origin: api, secrets: [], obtained: [], bound: [] }],
      missingSecrets: ['A'],
    };
    assert.equal(
      (await window({ protected: 'run', contact: true, missing: 'run' }).run(prospect)).asked.length,
      3,
    );
    assert.equal((await window({ protected: 'run' }).run(prospect)).asked.length, 2);
    assert.equal((await window({}).run(prospect)).asked.length, 1);
  });
});
