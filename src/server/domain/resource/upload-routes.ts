// Takes uploads (docs/wire.md §9: put-file, put-file-attach) and serves what was uploaded.
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { uploadPath } from "../../../fields/upload.ts";
import { signedIn } from "../../caller/rule.ts";
import { answer } from "../../http/envelope.ts";
import { unsupportedMediaType } from "../../http/error-answer.ts";
import { missingParameter } from "../../http/errors.ts";
import { plainName } from "../../http/multipart.ts";
import { contextOf } from "../../http/request-context.ts";
import type { SignedLinks } from "../../storage/signed-links.ts";
import { addAttachment } from "./attachments.ts";
import { largestFile } from "./upload-store.ts";
import type { AcceptedFile, UploadedFiles } from "./uploaded-files.ts";

export const uploadEndpoint = "/blade-resource/oss/endpoint";
export const uploadTitle = ["上传文件", "Upload a file"] as const;

export interface UploadServices {
  readonly files: UploadedFiles;
  readonly links: SignedLinks;
}

/** What an upload is answered with. Pictures are public until a row takes them for itself; anything else is private. */
export function answerOfUpload({ name, address, isImage }: AcceptedFile, originalName: string, links: SignedLinks) {
  return { link: isImage ? address : links.sign(address), domain: uploadPath, name, originalName };
}

/** Registers the upload endpoints on an instance whose routes are guarded. Any signed-in person may upload. */
export async function registerUploads(app: FastifyInstance, { files, links }: UploadServices): Promise<void> {
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
      const { tenantId, userId } = contextOf(request).caller;
      return { originalName, accepted: await files.accept({ tenantId, userId, originalName, content: part.file }) };
    };
    uploads.post(
      `${uploadEndpoint}/put-file`,
      { config: { access: signedIn, logged: { name: "put-file", title: uploadTitle } } },
      async (request) => {
        const { originalName, accepted } = await receive(request);
        return answer(answerOfUpload(accepted, originalName, links));
      },
    );
    uploads.post(
      `${uploadEndpoint}/put-file-attach`,
      { config: { access: signedIn, logged: { name: "put-file", title: uploadTitle } } },
      async (request) => {
        const { originalName, accepted } = await receive(request);
        return answer(await attached({ files, links }, request, accepted, originalName));
      },
    );
  });
}

/** Adds the row of an upload; the file goes where that fails. */
export async function attached({ files, links }: UploadServices, request: FastifyRequest, accepted: AcceptedFile, originalName: string) {
  try {
    const { address, name, bytes } = accepted;
    const attachId = await addAttachment(contextOf(request), { link: address, name, originalName, bytes });
    return { ...answerOfUpload(accepted, originalName, links), attachId };
  } catch (error) {
    // Nobody was told its address.
    await files.discard(accepted.address);
    throw error;
  }
}
