import assert from 'node:assert/strict';
import {
  credentialsFor,
  forgetCredentials,
  type ChosenTracker,
} from '../../../src/host/sharing/issues/issuePlace';
import { trackerNamed } from '../../../src/sharing/issues/trackers';
import { emptyMemory, raiser } from '../issueRaiser';

const GITHUB: ChosenTracker = {
  tracker: trackerNamed('github'),
  place: { server: 'https://github.com', project: 'acme/shop' },
};
const GITLAB: ChosenTracker = {
  tracker: trackerNamed('gitlab'),
  place: { server: 'https://gitlab.com', project: 'acme/shop' },
};

describe('the right to use a tracker', () => {
  it('comes from another session of VS Code once GitHub refused the last one', async () => {
    const { ports } = raiser({}, emptyMemory());
    const asked: boolean[] = [];
    const ask = {
      ...ports.ask,
      signIn: (_provider: string, isNew: boolean) => {
        asked.push(isNew);
        return Promise.resolve('session');
      },
    };
    await credentialsFor(GITHUB, ports.memory, ask);
    await forgetCredentials(GITHUB, ports.memory);
    await credentialsFor(GITHUB, ports.memory, ask);
    await credentialsFor(GITHUB, ports.memory, ask);
    assert.deepEqual(asked, [false, true, false]);
  });

  it('is trimmed after pasting, and kept until it is refused', async () => {
    const memory = emptyMemory();
    const first = raiser({ enters: [' glpat-1 \n'] }, memory).ports;
    assert.deepEqual(await credentialsFor(GITLAB, first.memory, first.ask), { token: 'glpat-1' });
    const second = raiser({ enters: ['glpat-2'] }, memory).ports;
    assert.deepEqual(await credentialsFor(GITLAB, second.memory, second.ask), { token: 'glpat-1' });
    await forgetCredentials(GITLAB, second.memory);
    assert.deepEqual(await credentialsFor(GITLAB, second.memory, second.ask), { token: 'glpat-2' });
  });

  it('is none when the line stays empty, and unknown when the person gives up', async () => {
    const { ports } = raiser({ enters: ['', undefined] }, emptyMemory());
    assert.equal(await credentialsFor(GITLAB, ports.memory, ports.ask), 'none');
    assert.equal(await credentialsFor(GITLAB, ports.memory, ports.ask), undefined);
  });
});
