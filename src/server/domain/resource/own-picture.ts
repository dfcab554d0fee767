// Whether an address that somebody wants to keep is a picture of their tenant's uploads, of the type and size that the field takes
// (docs/specification.md §5).
import { stat } from "node:fs/promises";
import path from "node:path";
import { uploadOf } from "../../../fields/upload.ts";
import { isTakenEnding, pictureType } from "../../crud/guards/own-uploads.ts";
import { businessError } from "../../http/errors.ts";

export interface PictureLimits {
  /** Endings in lower case. */
  readonly endings: readonly string[];
  readonly maxKb: number;
}

const unknownPicture = () => businessError("pictureUnknown", ["请重新上传图片", "Upload the picture again"]);
const pictureTooLarge = (maxKb: number) =>
  businessError("pictureTooLarge", [`图片大小不能超过 ${maxKb}KB`, `The picture must not be larger than ${maxKb} KB`]);

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Refuses an address that is no such picture. The browser checks the same before it sends the file; nobody has to use that browser. */
export async function requireOwnPicture(
  directory: string,
  tenantId: string,
  address: string,
  { endings, maxKb }: PictureLimits,
): Promise<void> {
  const upload = uploadOf(address);
  if (upload?.tenantId !== tenantId) throw unknownPicture();
  const { name, ending } = upload;
  if (!isTakenEnding(endings, ending)) throw businessError("pictureType", pictureType(endings));
  const size = await sizeOf(path.join(directory, tenantId, name));
  if (size === undefined) throw unknownPicture();
  if (size > maxKb * 1024) throw pictureTooLarge(maxKb);
}
