// The text of a file that holds a model, in the encoding that it says it has.
import type { Text } from "../schema/text.ts";

/** The file is not text in the encoding that it names. */
export class EncodingError extends Error {
  readonly reason: Text;
  readonly line: number;
  constructor(reason: Text, line = 1) {
    super(reason[1]);
    this.reason = reason;
    this.line = line;
  }
}

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The declaration is all in ASCII, in each encoding that has no mark of its own. */
const declaration = /^\s*<\?xml\b[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/iu;
const headBytes = 200;

function encodingOf(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return marked[0];
  return declaration.exec(new TextDecoder("latin1").decode(bytes.subarray(0, headBytes)))?.[1] ?? "utf-8";
}

function decoderOf(encoding: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch {
    throw new EncodingError([`不支持文件编码 ${encoding}`, `the encoding ${encoding} is not supported`]);
  }
}

/** The text says UTF-8 from then on, which it is stored and exported as. Throws EncodingError. */
export function decodeModel(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const decoder = decoderOf(encoding, true);
  try {
    return decoder.decode(bytes).replace(declaration, (all, named: string) => all.replace(named, "UTF-8"));
  } catch {
    const read = decoderOf(encoding, false).decode(bytes);
    const line = read.slice(0, Math.max(0, read.indexOf("\uFFFD"))).split("\n").length;
    throw new EncodingError([`文件内容不是 ${encoding} 编码`, `the file is not in ${encoding}, as it says`], line);
  }
}
