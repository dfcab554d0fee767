// Files that may be uploaded, told by what they contain; an ending only chooses among those that look alike.

export interface UploadKind {
  /** Endings of names; the first is the one it is stored under where content alone decides. */
  readonly endings: readonly string[];
  /** Media type it is served as. */
  readonly type: string;
  /** Shown in the page; anything else is offered for saving. */
  readonly isImage: boolean;
  /** Lines of text, which may be many. */
  readonly isLines: boolean;
  /** A film or a recording: large, and played while it comes. */
  readonly isFilm: boolean;
  readonly matches: (head: Buffer) => boolean;
}

/** So much of a file's beginning decides what it is. */
export const headBytes = 4096;

const startsWith =
  (...bytes: readonly number[]) =>
  (head: Buffer): boolean =>
    bytes.every((byte, index) => head[index] === byte);
const hasText =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    head.subarray(at, at + text.length).toString("latin1") === text;
const riff =
  (form: string) =>
  (head: Buffer): boolean =>
    hasText("RIFF")(head) && hasText(form, 8)(head);
const zip = startsWith(0x50, 0x4b, 0x03, 0x04);
const oldOffice = startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

const utf16: readonly (readonly [encoding: string, matches: UploadKind["matches"]])[] = [
  ["utf-16le", startsWith(0xff, 0xfe)],
  ["utf-16be", startsWith(0xfe, 0xff)],
];

/** The encoding of two bytes a character that a file begins with the mark of. */
export const utf16Of = (head: Buffer): string | undefined => utf16.find(([, matches]) => matches(head))?.[0];

/** What old programs put behind the last line. */
export const endOfText = 0x1a;

/** A text without that mark: of two bytes, where a character has two. */
export const withoutEnd = (text: string): string => (text.charCodeAt(text.length - 1) === endOfText ? text.slice(0, -1) : text);

/** No control characters but those of text, and nothing that begins like a document a browser would run. */
function isPlainText(head: Buffer): boolean {
  const text = withoutEnd(new TextDecoder(utf16Of(head) ?? "latin1").decode(head)).replace(/^\u00ef\u00bb\u00bf/u, "");
  return !/[^\P{Cc}\t\n\r\u007f-\u009f]/u.test(text) && !text.trimStart().startsWith("<");
}

/**
 * A drawing of a process: XML whose root is that of BPMN, behind a declaration, comments and a DOCTYPE, which deployment refuses with its line. Elsewhere XML is refused; these are read by the
 * server and offered for saving, so that no browser runs what stands in them.
 */
function isProcess(head: Buffer): boolean {
  const start = new TextDecoder(utf16Of(head) ?? "latin1").decode(head).replace(/^\u00ef\u00bb\u00bf/u, "");
  return /^\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->).)*-->\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>\s*)*<(?:[\w.-]+:)?definitions[\s>]/su.test(
    start,
  );
}

const image = (endings: readonly string[], type: string, matches: UploadKind["matches"]): UploadKind => ({
  endings,
  type,
  isImage: true,
  isLines: false,
  isFilm: false,
  matches,
});
const other = (endings: readonly string[], type: string, matches: UploadKind["matches"]): UploadKind => ({
  endings,
  type,
  isImage: false,
  isLines: false,
  isFilm: false,
  matches,
});
const film = (endings: readonly string[], type: string, matches: UploadKind["matches"]): UploadKind => ({
  ...other(endings, type, matches),
  isFilm: true,
});
const lines = (ending: string, type: string): UploadKind => ({
  endings: [ending],
  type,
  isImage: false,
  isLines: true,
  isFilm: false,
  matches: isPlainText,
});

/** Neither SVG nor HTML: both can carry scripts. */
const kinds: readonly UploadKind[] = [
  image(["jpg", "jpeg"], "image/jpeg", startsWith(0xff, 0xd8, 0xff)),
  image(["png"], "image/png", startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  image(["gif"], "image/gif", (head) => hasText("GIF87a")(head) || hasText("GIF89a")(head)),
  image(["webp"], "image/webp", riff("WEBP")),
  other(["pdf"], "application/pdf", hasText("%PDF-")),
  other(["zip"], "application/zip", zip),
  other(["docx"], "application/vnd.openxmlformats-officedocument.wordprocessingml.document", zip),
  other(["xlsx"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", zip),
  other(["pptx"], "application/vnd.openxmlformats-officedocument.presentationml.presentation", zip),
  other(["doc"], "application/msword", oldOffice),
  other(["xls"], "application/vnd.ms-excel", oldOffice),
  other(["ppt"], "application/vnd.ms-powerpoint", oldOffice),
  film(["mp4", "m4v", "mov"], "video/mp4", hasText("ftyp", 4)),
  film(["mp3"], "audio/mpeg", (head) => hasText("ID3")(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)),
  film(["wav"], "audio/wav", riff("WAVE")),
  other(["bpmn", "bpmn2", "xml"], "application/octet-stream", isProcess),
  lines("csv", "text/csv; charset=utf-8"),
  lines("txt", "text/plain; charset=utf-8"),
];

export interface RecognisedFile {
  readonly kind: UploadKind;
  readonly ending: string;
}

/**
 * What a file is, from its beginning and its name; undefined when it is nothing that may be uploaded. A picture with a wrong ending gets
 * the right one.
 */
export function recognise(head: Buffer, name: string): RecognisedFile | undefined {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const alike = kinds.filter((kind) => kind.matches(head));
  const named = alike.find((kind) => kind.endings.includes(ending));
  if (named !== undefined) return { kind: named, ending };
  const picture = alike.find((kind) => kind.isImage);
  return picture === undefined ? undefined : { kind: picture, ending: picture.endings[0] ?? "" };
}

/** The kind of a stored file, by its ending. */
export function kindOfStored(name: string): UploadKind | undefined {
  const ending = name.split(".").at(-1) ?? "";
  return kinds.find((kind) => kind.endings.includes(ending));
}

/** The kinds that files with such a name may be of. */
export function kindsOfName(name: string): readonly UploadKind[] {
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  return kinds.filter((kind) => kind.endings.includes(ending));
}
