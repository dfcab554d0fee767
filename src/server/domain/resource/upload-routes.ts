// Takes uploads (docs/wire.md §9: put-file, put-file-attach) and serves what was uploaded.
import { rm } from "node:fs/promises";
import path from "node:path";
import fastifyMultipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { uploadPath } from "../../../fields/upload.ts";
import { signedIn } from "../../caller/rule.ts";
import { answer } from "../../http/envelope.ts";
import { unsupportedMediaType } from "../../http/error-answer.ts";
import { missingParameter } from "../../http/errors.ts";
import { plainName } from "../../http/multipart.ts";
import { contextOf } from "../../http/request-context.ts";
import type { Clock } from "../../store/clock.ts";
import { addAttachment } from "./attachments.ts";
import { kindOfStored } from "./upload-kinds.ts";
import { largestFile, openUploadStore } from "./upload-store.ts";

const endpoint = "/blade-resource/oss/endpoint";
const uploadTitle = ["上传文件", "Upload a file"] as const;

/** Registers the upload endpoints on an instance whose routes are guarded. Any signed-in person may upload. */
export async function registerUploads(
  app: FastifyInstance,
  { directory, clock }: { readonly directory: string; readonly clock: Clock },
): Promise<void> {
  const store = await openUploadStore(directory, clock);
  await app.register(async (uploads) => {
    await uploads.register(fastifyMultipart, {
      limits: { files: 1, fileSize: largestFile + 1, fields: 10, fieldSize: 1000, parts: 11, headerPairs: 50 },
      throwFileSizeLimit: false,
    });

    const receive = async (request: FastifyRequest) => {
      if (!request.isMultipart()) throw unsupportedMediaType();
      const part = await request.file();
      if (part === undefined || part.fieldname !== "file") throw missingParameter("file");
      const originalName = plainName(part.filename);
      const { name, bytes } = await store.store(contextOf(request).caller.tenantId, originalName, part.file);
      return { stored: { link: `${uploadPath}/${name}`, domain: uploadPath, name, originalName }, bytes };
    };
    uploads.post(
      `${endpoint}/put-file`,
      { config: { access: signedIn, logged: { name: "put-file", title: uploadTitle } } },
      async (request) => answer((await receive(request)).stored),
    );
    uploads.post(
      `${endpoint}/put-file-attach`,
      { config: { access: signedIn, logged: { name: "put-file", title: uploadTitle } } },
      async (request) => {
        const { stored, bytes } = await receive(request);
        try {
          return answer({ ...stored, attachId: await addAttachment(contextOf(request), { ...stored, bytes }) });
        } catch (error) {
          // Nobody was told its address.
          await rm(path.join(directory, stored.name), { force: true });
          throw error;
        }
      },
    );
  });
}

/**
 * Serves uploaded files. Their names cannot be guessed and are not listed; pictures are shown, anything else is saved, and nothing of it is
 * ever run by a browser.
 */
export async function serveUploads(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    prefix: `${uploadPath}/`,
    decorateReply: false,
    index: false,
    dotfiles: "deny",
    cacheControl: false,
    setHeaders: (response, file) => {
      const kind = kindOfStored(file);
      response.setHeader("cache-control", "private, max-age=31536000, immutable");
      response.setHeader("content-type", kind?.type ?? "application/octet-stream");
      response.setHeader("content-disposition", kind?.isImage === true ? "inline" : "attachment");
    },
  });
}
