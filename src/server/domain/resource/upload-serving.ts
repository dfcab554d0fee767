// Serves what was uploaded. Names of files cannot be guessed and are not listed; private ones need a link that is signed. Pictures are
// shown, anything else is saved, and nothing of it is ever run by a browser.
import { readFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { uploadOf, uploadPath } from "../../../fields/upload.ts";
import { headerOf, parametersOf } from "../../http/bodies.ts";
import { refusalOf } from "../../http/error-answer.ts";
import { ApiError, notFound } from "../../http/errors.ts";
import { FileAnswer, sendFile } from "../../http/file-answer.ts";
import { systemCode } from "../../postgres/errors.ts";
import { incomingFolder } from "../../storage/local-store.ts";
import { smallPicture, thumbnailSizes } from "../../storage/pictures.ts";
import type { SignedLinks } from "../../storage/signed-links.ts";
import type { OpenedFile, UploadedFiles } from "./uploaded-files.ts";
import { largestImage } from "./upload-store.ts";

const privateFile = () =>
  new ApiError(403, "privateFile", [
    "该文件不公开，请在系统中打开所属数据后查看",
    "This file is private: open it from the record that it belongs to",
  ]);
const linkExpired = () =>
  new ApiError(403, "linkExpired", ["链接已过期，请刷新页面后重新打开", "The link has expired: reload the page and open the file again"]);

/** Files are never changed, so that a browser may keep them; a private one as long as its link is good, which the link itself says. */
const immutableCache = "private, max-age=31536000, immutable";
const cachedForAnHour = "private, max-age=3600";

/** Small pictures below the folder of uploads; a name with a dot in front is neither served nor saved with backups. */
const thumbnailFolder = ".thumbnails";

/** Where the small pictures of a file lie. */
export const thumbnailsOf = (directory: string, name: string): readonly string[] =>
  [...thumbnailSizes.keys()].map((size) => path.join(directory, thumbnailFolder, `${name}.${size}.webp`));

async function contentOf(file: OpenedFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface ServingServices {
  readonly directory: string;
  readonly files: UploadedFiles;
  readonly links: SignedLinks;
}

export async function serveUploads(app: FastifyInstance, { directory, files, links }: ServingServices): Promise<void> {
  /** A picture made small: made when it is first asked for, by whichever process. */
  const small = async (file: OpenedFile, size: string, side: number): Promise<Buffer> => {
    const thumbnail = path.join(directory, thumbnailFolder, `${file.name}.${size}.webp`);
    try {
      return await readFile(thumbnail);
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
    }
    const made = await smallPicture(await contentOf(file), side);
    await keepSmall(thumbnail, made).catch((error: unknown) => {
      // Where the disk takes nothing, the picture is made anew for each who asks.
      if (refusalOf(error)?.status !== 507) throw error;
    });
    return made;
  };
  const keepSmall = async (file: string, made: Buffer): Promise<void> => {
    const temporary = path.join(await incomingFolder(directory), randomBytes(16).toString("hex"));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await writeFile(temporary, made, { flag: "wx", mode: 0o600 });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [address = ""] = request.url.split("?");
    if (uploadOf(address) === undefined) throw notFound();
    const file = await files.openFile(address);
    if (file === undefined) throw notFound();
    const { until, sign, size = "" } = parametersOf(request);
    if (file.isPrivate) {
      const judgement = links.judge(address, until, sign);
      if (judgement !== "good") throw judgement === "expired" ? linkExpired() : privateFile();
    }
    const tag = file.name.split("/").at(-1) ?? "";
    const side = file.isImage && file.bytes <= 2 * largestImage ? thumbnailSizes.get(size) : undefined;
    reply.header("cache-control", file.isPrivate ? cachedForAnHour : immutableCache);
    const wholeTag = side === undefined ? tag : `${tag}.${size}`;
    if (headerOf(request, "if-none-match") === `"${wholeTag}"`) return reply.code(304).header("etag", `"${wholeTag}"`).send();
    if (side === undefined)
      return sendFile(
        request,
        reply,
        new FileAnswer({
          name: file.originalName,
          type: file.type,
          size: file.bytes,
          tag,
          isShown: file.isImage,
          read: (range) => file.read(range),
        }),
      );
    const content = await small(file, size, side);
    return sendFile(
      request,
      reply,
      new FileAnswer({
        name: file.originalName,
        type: "image/webp",
        size: content.length,
        tag: wholeTag,
        isShown: true,
        read: async function* ({ start, end }) {
          yield content.subarray(start, end);
        },
      }),
    );
  };
  app.get(`${uploadPath}/*`, serve);
}
