// What an upload is answered with.
import { isRecord, textOf } from "../../api/wire-data.ts";

export interface UploadedFile {
  /** Its address: the value of the field. */
  readonly link: string;
  /** The name it had on the person's machine. */
  readonly name: string;
  /** Its row among the attachments. */
  readonly attachId: string;
}

export function uploadedFile(answer: unknown): UploadedFile {
  const data = isRecord(answer) ? answer : {};
  return { link: textOf(data["link"]), name: textOf(data["originalName"]) || textOf(data["name"]), attachId: textOf(data["attachId"]) };
}
