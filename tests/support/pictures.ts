// Real pictures for tests: uploads are decoded and written anew, so that bytes which only begin like a picture are refused.
import { randomBytes } from "node:crypto";
import sharp from "sharp";

interface PictureOptions {
  readonly width?: number;
  readonly height?: number;
  /** Noise, which no encoding makes smaller than its points; else one colour. */
  readonly isNoise?: boolean;
}

export function pictureOf(format: "png" | "jpeg" | "webp" | "gif", { width = 40, height = 20, isNoise = false }: PictureOptions = {}) {
  const picture = isNoise
    ? sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    : sharp({ create: { width, height, channels: 3, background: "#a03020" } });
  return picture.toFormat(format).toBuffer();
}
