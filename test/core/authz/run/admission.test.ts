import assert from 'node:assert/strict';
import type { AuthzContext } from '../../../../src/core/authz/act/context';
import { createAdmission, type Admission } from '../../../../src/core/authz/run/admission';

describe('admission of cells next to others', () => {
  const LIMIT = 100;

  function admissionAt(sent: number, signal = new AbortController().signal): Admission {
    const context = { sender: { sent }, loaded: { matrix: { limits: { requests: LIMIT } } } };
    return createAdmission(context as unknown as AuthzContext, signal);
  }

  /** How many of three cells are under way at most. */
  async function mostOf(admission: Admission): Promise<number> {
    let underWay = 0;
    let most = 0;
    const cell = async (): Promise<void> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    };
    await Promise.all([1, 2, 3].map(() => admission.admitted(cell)));
    return most;
  }

  it('lets all begin far from the limit of requests', async () => {
    assert.equal(await mostOf(admissionAt(0)), 3);
  });

  it('lets fewer begin closer to it, and in the end one after the other', async () => {
    assert.equal(await mostOf(admissionAt(50)), 2);
    assert.equal(await mostOf(admissionAt(LIMIT - 1)), 1);
  });

  it('holds nothing back in a cancelled run, whose cells send nothing', async () => {
    assert.equal(await mostOf(admissionAt(LIMIT, AbortSignal.abort())), 3);
  });

  it('lets the next one begin when one fails', async () => {
    const admission = admissionAt(LIMIT - 1);
    const failing = admission.admitted(() => Promise.reject(new Error('broken')));
    const next = admission.admitted(() => Promise.resolve());
    await assert.rejects(failing, /broken/);
    await next;
  });
});
