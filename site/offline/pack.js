// Reads packs as kb/publishing/browser/pack.py writes them. To read a file only the member is unpacked that has it; the
// rest stays where the browser keeps it.

/**
 * A pack that is opened: where its lines and its files are.
 *
 * @typedef {object} Pack
 * @property {Blob} blob
 * @property {number} start Where the members begin.
 * @property {string[]} lines The lines that stand in it as one sign.
 * @property {Map<string, { member: Member, from: number, to: number }>} places
 */

/**
 * Files that are packed together.
 *
 * @typedef {object} Member
 * @property {number} at
 * @property {number} length
 * @property {boolean} coded Whether its lines are coded.
 * @property {[string, number][]} files Each path with its lines.
 */

const MAGIC = 0x4b50310a;
const FIRST_SHARED = 0xe000;

/**
 * @param {Blob} blob
 * @returns {Promise<Pack>}
 */
export async function openPack(blob) {
  const head = new DataView(await blob.slice(0, 8).arrayBuffer());
  if (head.getUint32(0) !== MAGIC) throw new TypeError("no pack");
  const start = 8 + head.getUint32(4);
  const { lines, members } = await unpacked(blob.slice(8, start)).json();
  /** @type {Pack["places"]} */
  const places = new Map();
  for (const member of members) {
    let from = 0;
    for (const [path, length] of member.files) {
      places.set(path, { member, from, to: from + length });
      from += length;
    }
  }
  return { blob, start, lines, places };
}

/**
 * The content of a file; undefined where the pack has none of that path.
 *
 * @param {Pack} pack
 * @param {string} path
 * @returns {Promise<ArrayBuffer | undefined>}
 */
export async function fromPack({ blob, start, lines, places }, path) {
  const place = places.get(path);
  if (!place) return undefined;
  const { at, length, coded } = place.member;
  const stream = unpacked(blob.slice(start + at, start + at + length));
  if (!coded) return stream.arrayBuffer();
  const fileLines = (await stream.text()).split("\n").slice(place.from, place.to);
  /** @param {string} line */
  const decoded = (line) => (line.length === 1 && lines[line.charCodeAt(0) - FIRST_SHARED]) || line;
  return new TextEncoder().encode(fileLines.map(decoded).join("\n")).buffer;
}

/** @param {Blob} blob */
const unpacked = (blob) => new Response(blob.stream().pipeThrough(new DecompressionStream("gzip")));
