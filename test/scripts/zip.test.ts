import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Member {
  readonly name: string;
  readonly bytes: Buffer;
}

describe('zip', () => {
  let zip: (files: readonly Member[]) => Buffer;
  before(async () => {
    const script = pathToFileURL(path.resolve('scripts/bundle/zip.mjs')).href;
    ({ zip } = (await import(script)) as { zip: typeof zip });
  });

  const files: readonly Member[] = [
    { name: 'a.txt', bytes: Buffer.from('hello') },
    { name: 'folder/b.bin', bytes: Buffer.from([0, 255, 128]) },
    { name: 'empty', bytes: Buffer.alloc(0) },
  ];

  it('makes the archive that the format asks for', () => {
    assert.deepEqual(membersOf(zip(files)), files);
  });

  it('makes an empty archive', () => {
    assert.deepEqual(membersOf(zip([])), []);
  });

  it('makes the same bytes again', () => {
    assert.deepEqual(zip(files), zip(files));
  });
});

/** Reads an archive by its directory, as unpackers do. */
function membersOf(archive: Buffer): readonly Member[] {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  const members: Member[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const length = archive.readUInt32LE(at + 24);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength);
    const member = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(member), 0x04034b50);
    const start = member + 30 + archive.readUInt16LE(member + 26);
    members.push({ name, bytes: archive.subarray(start, start + length) });
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return members;
}
