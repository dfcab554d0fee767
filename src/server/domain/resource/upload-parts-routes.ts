// Large files in parts, by the protocol of tus (https://tus.io, version 1.0.0 with creation and termination): an upload that broke off goes
// on where it stopped. When all of it is there, another call makes it an upload like any other.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { isRecord } from "#schema/json";
import { signedIn } from "../../caller/rule.ts";
import { answer } from "../../http/envelope.ts";
import { headerOf, parametersOf } from "../../http/bodies.ts";
import { unsupportedMediaType } from "../../http/error-answer.ts";
import { ApiError, malformedParameter, missingParameter, notFound } from "../../http/errors.ts";
import { plainName } from "../../http/multipart.ts";
import { contextOf } from "../../http/request-context.ts";
import { headBytes, kindsOfName } from "./upload-kinds.ts";
import { attachmentOf } from "./attachments.ts";
import { answerOfUpload, attached, uploadEndpoint, uploadTitle, type UploadServices } from "./upload-routes.ts";
import { largestFile, maxBytes, refusedKind, requireKind, tooLargeFile } from "./upload-store.ts";
import type { StartedUpload, UploadParts } from "./upload-parts.ts";

const partsPath = `${uploadEndpoint}/uploads`;
const version = "1.0.0";
const partType = "application/offset+octet-stream";

const unknownVersion = () => new ApiError(412, "tusVersion", ["不支持的 tus 版本", "This version of tus is not spoken here"]);
const unfinished = () => new ApiError(409, "uploadUnfinished", ["文件尚未传完", "The file has not come in full yet"]);

/** A whole number in a header. */
function numberHeader(request: FastifyRequest, name: string): number {
  const text = headerOf(request, name) ?? "";
  if (!/^\d{1,15}$/.test(text)) throw malformedParameter(name);
  return Number(text);
}

/** The name in `Upload-Metadata`: pairs of a key and its value in base64. */
function nameIn(request: FastifyRequest): string {
  for (const pair of (headerOf(request, "upload-metadata") ?? "").split(",")) {
    const [key = "", value = ""] = pair.trim().split(" ");
    if (key === "filename") return plainName(Buffer.from(value, "base64").toString("utf8"));
  }
  throw missingParameter("filename");
}

/** What a name allows at most, before there is any content. */
function requireLength(name: string, bytes: number): void {
  const kinds = kindsOfName(name);
  if (kinds.length === 0) throw refusedKind();
  if (bytes > Math.min(largestFile, Math.max(...kinds.map(maxBytes)))) throw tooLargeFile();
}

interface PartServices extends UploadServices {
  readonly parts: UploadParts;
}

/** Registers the calls on an instance whose routes are guarded. */
export async function registerUploadParts(app: FastifyInstance, services: PartServices): Promise<void> {
  const { parts, files } = services;
  await app.register((routes, _options, done) => {
    // The bytes of a part are read where they are written.
    routes.addContentTypeParser(partType, (_request, payload, ready) => ready(null, payload));
    routes.addHook("onRequest", async (request, reply) => {
      reply.header("tus-resumable", version);
      if (request.url.startsWith(`${app.prefix}${partsPath}`) && headerOf(request, "tus-resumable") !== version) throw unknownVersion();
    });

    const ownerOf = (request: FastifyRequest) => {
      const { tenantId, userId } = contextOf(request).caller;
      return { tenantId, userId };
    };
    const finishedBefore = async (request: FastifyRequest, uploadId: string) => {
      const file = await files.uploadedAs(ownerOf(request), uploadId);
      const attachId = file === undefined ? undefined : await attachmentOf(contextOf(request), file.address);
      return file === undefined || attachId === undefined
        ? undefined
        : { ...answerOfUpload(file, file.originalName, services.links), attachId };
    };
    const finish = async (request: FastifyRequest, uploadId: string) => {
      const owner = ownerOf(request);
      const started = await parts.find(owner, uploadId);
      if (started === undefined) throw notFound();
      if (started.offset < started.bytes) throw unfinished();
      const { originalName } = started;
      const accepted = await files.accept({ ...owner, originalName, content: parts.read(uploadId), uploadId });
      const record = await attached(services, request, accepted, originalName);
      await parts.remove(uploadId);
      return record;
    };
    const startedIn = async (request: FastifyRequest): Promise<StartedUpload> => {
      const id = isRecord(request.params) ? request.params["id"] : undefined;
      const found = typeof id === "string" ? await parts.find(ownerOf(request), id) : undefined;
      // Also for an upload of somebody else, so that nobody learns of it.
      if (found === undefined) throw notFound();
      return found;
    };

    routes.post(
      partsPath,
      { config: { access: signedIn, logged: { name: "begin-upload", title: uploadTitle } } },
      async (request, reply) => {
        const bytes = numberHeader(request, "upload-length");
        const originalName = nameIn(request);
        requireLength(originalName, bytes);
        const owner = ownerOf(request);
        await files.requireRoom(owner.tenantId, bytes + (await parts.expected(owner.tenantId)));
        const id = await parts.begin(owner, { bytes, originalName });
        return reply.code(201).header("location", `${app.prefix}${partsPath}/${id}`).send();
      },
    );

    routes.head(`${partsPath}/:id`, { config: { access: signedIn } }, async (request, reply) => {
      const { id } = await startedIn(request);
      await parts.settle(id);
      const { offset, bytes } = await startedIn(request);
      return reply.header("cache-control", "no-store").header("upload-offset", offset).header("upload-length", bytes).send();
    });

    const append = async (request: FastifyRequest, reply: FastifyReply) => {
      const upload = await startedIn(request);
      if (!(request.body instanceof Readable)) throw unsupportedMediaType();
      const offset = numberHeader(request, "upload-offset");
      const there = await parts.append({ ...upload, offset }, request.body);
      if (offset < headBytes && (there >= headBytes || there === upload.bytes)) {
        try {
          const kind = requireKind(await parts.head(upload.id), upload.originalName);
          if (upload.bytes > maxBytes(kind)) throw tooLargeFile();
        } catch (error) {
          if (error instanceof ApiError) await parts.remove(upload.id);
          throw error;
        }
      }
      return reply.code(204).header("upload-offset", there).send();
    };
    routes.patch(`${partsPath}/:id`, { config: { access: signedIn } }, append);

    routes.delete(`${partsPath}/:id`, { config: { access: signedIn } }, async (request, reply) => {
      await parts.remove((await startedIn(request)).id);
      return reply.code(204).send();
    });

    routes.post(
      `${uploadEndpoint}/finish-upload`,
      { config: { access: signedIn, logged: { name: "put-file", title: uploadTitle } } },
      async (request) => {
        const { uploadId = "" } = parametersOf(request);
        if (uploadId === "") throw missingParameter("uploadId");
        // The answer of a call before may have been lost.
        const earlier = await finishedBefore(request, uploadId);
        if (earlier !== undefined) return answer(earlier);
        try {
          return answer(await finish(request, uploadId));
        } catch (error) {
          // Or that call is still at work, in this process or another, and has removed the parts by now.
          const meanwhile = await finishedBefore(request, uploadId);
          if (meanwhile === undefined) throw error;
          return answer(meanwhile);
        }
      },
    );
    done();
  });
}
