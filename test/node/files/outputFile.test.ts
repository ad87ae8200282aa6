/** What is said of a file that cannot be written: the reason, and what helps against that reason. */
import assert from 'node:assert/strict';
import { UserError } from '../../../src/core/errors';
import { outputFault } from '../../../src/node/files/outputFile';

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

  it('leaves a fault of ours as it is', () => {
    const error = new Error('x');
    assert.equal(outputFault('The report', '/r.json', error), error);
  });
});
