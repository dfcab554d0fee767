// Whether an address that somebody wants to keep is a picture of their tenant's uploads, of the type and size that the field takes
// (docs/specification.md §5).
import { uploadOf } from "../../../fields/upload.ts";
import { isAcceptedExtension, pictureType } from "../../crud/guards/own-uploads.ts";
import { businessError } from "../../http/errors.ts";
import type { UploadedFiles } from "./uploaded-files.ts";

export interface PictureLimits {
  /** Endings in lower case. */
  readonly endings: readonly string[];
  readonly maxKb: number;
}

export const unknownPicture = () => businessError("pictureUnknown", ["请重新上传图片", "Upload the picture again"]);
const pictureTooLarge = (maxKb: number) =>
  businessError("pictureTooLarge", [`图片大小不能超过 ${maxKb}KB`, `The picture must not be larger than ${maxKb} KB`]);

/** Refuses an address that is no such picture. The browser checks the same before it sends the file; nobody has to use that browser. */
export async function requireOwnPicture(
  files: UploadedFiles,
  tenantId: string,
  address: string,
  { endings, maxKb }: PictureLimits,
): Promise<void> {
  const upload = uploadOf(address);
  if (upload?.tenantId !== tenantId) throw unknownPicture();
  if (!isAcceptedExtension(endings, upload.ending)) throw businessError("pictureType", pictureType(endings));
  const file = await files.openFile(address);
  if (file === undefined) throw unknownPicture();
  if (file.bytes > maxKb * 1024) throw pictureTooLarge(maxKb);
}
