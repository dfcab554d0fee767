// Whether an address that somebody wants to keep is a picture of their tenant's uploads, of the type and size that the field takes (specification §5).
import { stat } from "node:fs/promises";
import path from "node:path";
import { businessError } from "../../http/errors.ts";
import { uploadPath } from "./upload-routes.ts";

export interface PictureLimits {
  /** Endings in lower case. */
  readonly endings: readonly string[];
  readonly maxKb: number;
}

const unknownPicture = () => businessError("pictureUnknown", ["请重新上传图片", "Upload the picture again"]);
const pictureType = (endings: readonly string[]) => businessError("pictureType", [`只能上传 ${endings.join("/")} 格式的图片`, `Only ${endings.join(" or ")} pictures are accepted`]);
const pictureTooLarge = (maxKb: number) => businessError("pictureTooLarge", [`图片大小不能超过 ${maxKb}KB`, `The picture must not be larger than ${maxKb} KB`]);

/** Names of stored files (upload-store.ts): a month, and a name that was made here. */
const storedName = /^(\d{6}\/[0-9a-f]{32})\.([a-z0-9]{1,5})$/;

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Refuses an address that is no such picture. The browser checks the same before it sends the file; nobody has to use that browser. */
export async function requireOwnPicture(directory: string, tenantId: string, address: string, { endings, maxKb }: PictureLimits): Promise<void> {
  const own = `${uploadPath}/${tenantId}/`;
  const named = address.startsWith(own) ? storedName.exec(address.slice(own.length)) : null;
  if (named === null) throw unknownPicture();
  const [name, , ending = ""] = named;
  if (!endings.includes(ending) && !(ending === "jpeg" && endings.includes("jpg"))) throw pictureType(endings);
  const size = await sizeOf(path.join(directory, tenantId, name));
  if (size === undefined) throw unknownPicture();
  if (size > maxKb * 1024) throw pictureTooLarge(maxKb);
}
