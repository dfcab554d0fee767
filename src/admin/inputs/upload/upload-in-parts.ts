// Uploads a large file in parts: where the connection breaks it goes on as soon as there is one again, and where the page was closed, as soon
// as the same file is chosen again within a day (docs/files.md). Loaded when somebody chooses a large file.
import i18next from "i18next";
import { DetailedError, Upload } from "tus-js-client";
import { parsedJson } from "../../../schema/json.ts";
import { ApiFailure } from "../../api/failure.ts";
import { freshSession } from "../../api/fresh-session.ts";
import { payloadIn, request } from "../../api/request.ts";
import type { SendingOptions } from "../../api/send-form.ts";
import { session } from "../../api/session.ts";
import { apiUrl, commonHeaders } from "../../api/transport.ts";
import { uploadedFile, type UploadedFile } from "./uploaded-file.ts";

const endpoint = "/blade-resource/oss/endpoint";
/** Proxies in between take bodies of this size, and less than this is sent again. */
const partBytes = 8 * 1024 * 1024;
/** A connection may be away for minutes; each part that arrives begins the waiting anew. */
const waits = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000];
/** The server copies the file to where it is kept. */
const finishMs = 10 * 60_000;

const failed = (error: "network" | "aborted") =>
  new ApiFailure({
    status: 0,
    code: 0,
    error,
    message: error === "network" ? i18next.t("failure.network") : "",
    silent: error === "aborted",
  });

/** The failure that an answer tells of, as every other call throws it. */
function failureOf(error: Error): Error {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (answer === null) return failed("network");
  try {
    payloadIn(answer.getStatus(), parsedJson(answer.getBody()), session());
  } catch (failure) {
    if (failure instanceof Error) return failure;
  }
  return failed("network");
}

const isTemporary = (error: Error): boolean => {
  const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
  return status === undefined || status === 0 || status === 409 || status >= 500;
};

/** Sends the bytes; answers the id of the upload. */
function sent(file: File, { onProgress, signal }: SendingOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const person = session();
    const upload = new Upload(file, {
      endpoint: apiUrl(`${endpoint}/uploads`),
      chunkSize: partBytes,
      retryDelays: waits,
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      // Of this person alone, on a machine that several use.
      fingerprint: () => Promise.resolve(`${person?.user.userId ?? ""} ${file.name} ${file.size} ${file.lastModified}`),
      onBeforeRequest: async (call) => {
        const current = await freshSession();
        for (const [name, value] of Object.entries(commonHeaders(current?.accessToken))) call.setHeader(name, value);
      },
      onShouldRetry: (error) => signal?.aborted !== true && isTemporary(error),
      onProgress: (bytes, total) => onProgress?.(Math.floor((bytes / total) * 100)),
      onError: (error) => reject(failureOf(error)),
      onSuccess: () => resolve(upload.url?.split("/").at(-1) ?? ""),
    });
    const stop = () => {
      // The server forgets it; where that fails, a day later.
      upload.abort(true).catch(() => undefined);
      reject(failed("aborted"));
    };
    if (signal?.aborted === true) {
      reject(failed("aborted"));
      return;
    }
    signal?.addEventListener("abort", stop, { once: true });
    upload
      .findPreviousUploads()
      .catch(() => [])
      .then(([earlier]) => {
        if (signal?.aborted === true) return;
        if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
        upload.start();
      }, reject);
  });
}

/** Uploads a file and answers what became of it; undefined where the server takes whole files only. Throws ApiFailure. */
export async function uploadInParts(file: File, options: SendingOptions): Promise<UploadedFile | undefined> {
  try {
    const uploadId = await sent(file, options);
    return uploadedFile(await request("POST", `${endpoint}/finish-upload`, { query: { uploadId }, timeLimit: finishMs }));
  } catch (error) {
    // Another back-end does not know these calls.
    if (error instanceof ApiFailure && (error.status === 404 || error.status === 405)) return undefined;
    throw error;
  }
}
