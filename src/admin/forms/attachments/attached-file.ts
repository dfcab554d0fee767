// The files of a record, as the server answers them.
import { isRecord, textOf } from "../../api/wire-data.ts";

export interface AttachedFile {
  readonly id: string;
  /** Opens the file for about an hour. */
  readonly link: string;
  readonly name: string;
  readonly extension: string;
  /** Undefined where it is not known. */
  readonly bytes: number | undefined;
  readonly time: string;
  readonly by: string;
}

interface AttachedFiles {
  readonly mayChange: boolean;
  readonly files: readonly AttachedFile[];
}

const pictures: ReadonlySet<string> = new Set(["jpg", "jpeg", "png", "gif", "webp"]);

/** How a file can be looked at in the page. */
export function previewOf({ extension }: AttachedFile): "picture" | "pdf" | undefined {
  if (pictures.has(extension)) return "picture";
  return extension === "pdf" ? "pdf" : undefined;
}

function fileOf(row: unknown): readonly AttachedFile[] {
  if (!isRecord(row)) return [];
  const bytes = Number(row["attachSize"]);
  return [
    {
      id: textOf(row["id"]),
      link: textOf(row["link"]),
      name: textOf(row["originalName"]),
      extension: textOf(row["extension"]).toLowerCase(),
      bytes: Number.isFinite(bytes) && bytes >= 0 ? bytes : undefined,
      time: textOf(row["createTime"]),
      by: textOf(row["createUserName"]),
    },
  ];
}

/** The answer of GET /blade-resource/attach/of-record. */
export function attachedFiles(payload: unknown): AttachedFiles {
  const answer = isRecord(payload) ? payload : {};
  const files: unknown = answer["files"];
  return { mayChange: answer["mayChange"] === true, files: Array.isArray(files) ? files.flatMap(fileOf) : [] };
}
