// Uploads a file to the object storage with progress; the form stores the returned address.
import { traitsOf } from "../../fields/screen-traits.ts";
import { uploadLimits, type UploadLimits } from "../../fields/upload-limits.ts";
import { isRecord, textOf } from "../api/record.ts";
import { sendForm, type SendingOptions } from "../api/send-form.ts";

const path = "/blade-resource/oss/endpoint/put-file-attach";

export interface UploadedFile {
  /** Its address: the value of the field. */
  readonly link: string;
  /** The name it had on the person's machine. */
  readonly name: string;
  /** Its row among the attachments. */
  readonly attachId: string;
}

/** The limits of a field. */
export const limitsOf = (field: { readonly kind: string; readonly accept?: string; readonly maxKb?: number }): UploadLimits =>
  uploadLimits(traitsOf(field).files ?? "any", field);

/** Why a file is rejected before it is sent. */
export function faultOf(file: File, limits: UploadLimits): "type" | "size" | undefined {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const isAccepted =
    limits.endings.length === 0 || limits.endings.includes(ending) || (ending === "jpeg" && limits.endings.includes("jpg"));
  if (!isAccepted) return "type";
  return file.size > limits.maxKb * 1024 ? "size" : undefined;
}

/** Uploads one file (docs/wire.md §9). Throws ApiFailure. */
export async function uploadFile(file: File, options: SendingOptions = {}): Promise<UploadedFile> {
  const form = new FormData();
  form.set("file", file);
  const answer = await sendForm(path, form, options);
  const data = isRecord(answer) ? answer : {};
  return { link: textOf(data["link"]), name: textOf(data["originalName"]) || textOf(data["name"]), attachId: textOf(data["attachId"]) };
}
