// Uploads a file to the object storage with progress; the form stores the returned address.
import { traitsOf } from "../../../fields/screen-traits.ts";
import { uploadLimits, type UploadLimits } from "../../../fields/upload-limits.ts";
import { sendForm, type SendingOptions } from "../../api/send-form.ts";
import { uploadedFile, type UploadedFile } from "./uploaded-file.ts";

const path = "/blade-resource/oss/endpoint/put-file-attach";

/** Larger files go in parts. */
const wholeBytes = 8 * 1024 * 1024;

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

/** Uploads one file (docs/wire.md §9), a large one in parts. Throws ApiFailure. */
export async function uploadFile(file: File, options: SendingOptions = {}): Promise<UploadedFile> {
  if (file.size > wholeBytes) {
    const { uploadInParts } = await import("./upload-in-parts.ts");
    const uploaded = await uploadInParts(file, options);
    if (uploaded !== undefined) return uploaded;
  }
  const form = new FormData();
  form.set("file", file);
  return uploadedFile(await sendForm(path, form, options));
}
