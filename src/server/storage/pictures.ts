// Pictures, written anew when they arrive and made small where a list shows them: without the data that cameras put into them (place, time,
// device, author), the right way up, and never larger than a computer that opens them can bear.
import { stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { businessError } from "../http/errors.ts";

/** Most points of a picture; more is no picture for a screen, and a file of a few KiB can claim any number. */
const maxPixels = 50_000_000;
/** Most points of all pictures of an animation together. */
const maxAnimatedPixels = 200_000_000;

// One picture at a time per call and nothing kept: the memory of a server that does other work as well.
sharp.cache(false);
sharp.concurrency(1);

/** Sizes that a picture is made small to: the longest side, for a line of a list and for a card. */
export const thumbnailSizes: ReadonlyMap<string, number> = new Map([
  ["s", 96],
  ["m", 480],
]);

const damaged = () => businessError("pictureDamaged", ["图片已损坏，或不是有效的图片", "The file is damaged, or is not a picture"]);
const tooManyPixels = () =>
  businessError("pictureTooManyPixels", [
    `图片不能超过 ${maxPixels / 1_000_000} 百万像素`,
    `A picture must not have more than ${maxPixels / 1_000_000} million pixels`,
  ]);

const isTooMany = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);

async function drawn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTooMany(error)) throw tooManyPixels();
    // What sharp says is about the bytes; faults of the disk have a code of the system.
    if (error instanceof Error && !("syscall" in error)) throw damaged();
    throw error;
  }
}

function encoded(picture: Sharp, ending: string): Sharp {
  switch (ending) {
    case "png":
      return picture.png({ compressionLevel: 9 });
    case "webp":
      return picture.webp({ quality: 90 });
    default:
      return picture.jpeg({ quality: 90, mozjpeg: false });
  }
}

/**
 * Writes a picture anew as another file and answers true; an animation stays as it is, once it is known to be one that can be shown. Refuses
 * what is no picture, or has too many points.
 */
export async function rewritePicture(file: string, ending: string, target: string): Promise<boolean> {
  return drawn(async () => {
    const isAnimation = ending === "gif";
    const limits = { limitInputPixels: isAnimation ? maxAnimatedPixels : maxPixels, failOn: "error", sequentialRead: true } as const;
    const { width, height, pages = 1 } = await sharp(file, { ...limits, animated: isAnimation }).metadata();
    if (isAnimation) {
      // The height is that of all pictures one below the other; decoding one shows that the file is what it says.
      if (width * height > maxAnimatedPixels) throw new Error("Input exceeds pixel limit");
      await sharp(file, limits).resize(1).raw().toBuffer();
      return false;
    }
    const isAnimatedWebp = ending === "webp" && pages > 1;
    const source = sharp(file, {
      ...limits,
      animated: isAnimatedWebp,
      ...(isAnimatedWebp ? { limitInputPixels: maxAnimatedPixels } : {}),
    });
    // Colours of another profile are converted to those of the web, because the profile goes with the rest.
    await encoded((isAnimatedWebp ? source : source.autoOrient()).toColourspace("srgb"), ending === "jpeg" ? "jpg" : ending).toFile(target);
    return (await stat(target)).size > 0;
  });
}

/** A picture made small, as WebP; of an animation its first picture. It is never made larger than it is. */
export function smallPicture(content: Buffer, side: number): Promise<Buffer> {
  return drawn(() =>
    sharp(content, { limitInputPixels: maxPixels, failOn: "error" })
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  );
}
