/**
 * A ZIP archive of a few small files (APPNOTE 6.3.10). They are stored as they are and bear no time, so that
 * the same files make the same bytes on every machine.
 */
import { crc32 } from 'node:zlib';

const NOT_PACKED = 0;
/** 1980-01-01, the first day that the format knows. */
const NO_DATE = 0x21;

/**
 * Makes an archive.
 *
 * @param {readonly { readonly name: string, readonly bytes: Buffer }[]} files names in ASCII, with `/`
 * @returns {Buffer}
 */
export function zip(files) {
  const members = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const head = memberHead(name, bytes);
    members.push(Buffer.concat([signature('PK\x03\x04'), head, Buffer.from(name), bytes]));
    directory.push(directoryLine(name, head, offset));
    offset += members.at(-1).length;
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...members, listing, ending(files.length, listing.length, offset)]);
}

/** What a member's own head and its line in the directory have in common. */
function memberHead(name, bytes) {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(10, 0); // version 1.0 can read it
  head.writeUInt16LE(NOT_PACKED, 4);
  head.writeUInt16LE(NO_DATE, 8);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

function directoryLine(name, head, offset) {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const madeBy = Buffer.from([10, 0]);
  return Buffer.concat([signature('PK\x01\x02'), madeBy, head, rest, Buffer.from(name)]);
}

function ending(count, length, offset) {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature('PK\x05\x06'), end]);
}

function signature(text) {
  return Buffer.from(text, 'latin1');
}
