/** Files that a person names: pipes that nobody reads, and what is said of a file that cannot be written. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UserError } from '../../../src/core/errors';
import { outputFault, writeOutputFile } from '../../../src/node/files/outputFile';
import { until } from '../../until';

describe('writeOutputFile', function () {
  if (process.platform === 'win32') {
    // There are no named pipes in folders.
    return;
  }
  let folder: string;
  let pipe: FileHandle;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-output-'));
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    pipe = await open(path.join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK);
  });
  afterEach(async () => {
    await pipe.close();
    await rm(folder, { recursive: true });
  });

  /** Longer than what a pipe takes before somebody reads. */
  const content = Array.from({ length: 300 }, (_, index) => String(index).padEnd(4096));
  const write = (signal: AbortSignal) =>
    writeOutputFile('The report', path.join(folder, 'pipe'), content, signal);

  it('gives up on a pipe that nobody reads, soon after an interruption', async () => {
    const interrupting = new AbortController();
    const writing = write(interrupting.signal);
    interrupting.abort();
    await assert.rejects(writing, /the program was interrupted before everything was read\. Run the command/);
  });

  it('writes everything after an interruption while somebody reads', async () => {
    const writing = write(AbortSignal.abort());
    const expected = Buffer.byteLength(content.join(''));
    let read = 0;
    const bytes = new Uint8Array(4096 * 20);
    await until(
      async () => {
        read += await pipe.read(bytes).then(
          ({ bytesRead }) => bytesRead,
          () => 0,
        );
        return read === expected;
      },
      // In the time that everything takes, a program that waits for no reader would have given up.
      { pause: 60 },
    );
    await writing;
  });
});

describe('outputFault', () => {
  const faults: [code: string, says: string][] = [
    ['EISDIR', 'it is a folder. Name a file in it.'],
    ['ENOTDIR', 'a part of its path is not a folder. Name a file in another folder.'],
    ['ENOSPC', 'the disk is full. Free some space, or use another disk.'],
    ['EFBIG', 'files cannot become that large here. Raise the limit, or use another disk.'],
    ['EACCES', 'you cannot write there. Use a folder where you can write.'],
    ['ENAMETOOLONG', 'its name is too long. Choose a shorter name.'],
    ['ENXIO', 'nobody reads from this pipe. Start the program that reads the pipe first.'],
    ['EIO', 'the system says EIO. Use a folder where you can write.'],
  ];
  for (const [code, says] of faults) {
    it(`says what to do about ${code}`, () => {
      const fault = outputFault('The report', '/r.json', Object.assign(new Error(code), { code }));
      assert.ok(fault instanceof UserError);
      assert.equal(fault.message, `The report /r.json could not be written: ${says}`);
    });
  }

  it('leaves an internal error unchanged', () => {
    const error = new Error('x');
    assert.equal(outputFault('The report', '/r.json', error), error);
  });
});
