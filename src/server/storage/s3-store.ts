// Files in a bucket of an object storage that speaks the protocol of Amazon S3: MinIO, Qiniu Kodo, Aliyun OSS, Tencent COS and others.
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { lookupFor } from "../http/outgoing.ts";
import { FileGone, type FileStore } from "./file-store.ts";

/** What is known of a bucket: the row of its configuration, with the secret opened. */
export interface Bucket {
  /** The provider as the dictionary `oss` numbers it. */
  readonly category: string;
  readonly endpoint: string;
  readonly bucketName: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

export interface S3Options {
  readonly internalHosts: readonly string[];
  readonly timeoutMs?: number;
  readonly attempts?: number;
}

// It warns of Node 20, which later versions will not run on; the version that is installed does (package-lock.json).
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";

/** A part of a large file; two of them are in memory at once. S3 takes 10,000 parts. */
const partBytes = 8 * 1024 * 1024;
const defaultTimeoutMs = 30_000;
/** MinIO and what it stands for: buckets are paths, not names of hosts. */
const pathStyle = "1";

/** The region of an endpoint by its name, as the providers write theirs; what signs nothing else may be called anything. */
export function regionOf(host: string): string {
  const [, region] =
    /^(?:s3\.)?(oss-[\w-]+?)(?:-internal)?\.aliyuncs\.com$/.exec(host) ??
    /^cos\.([\w-]+)\.myqcloud\.com$/.exec(host) ??
    /^s3[.-]([a-z]{2,}-[\w-]+)\./.exec(host) ??
    [];
  return region ?? "us-east-1";
}

function clientOf(bucket: Bucket, { internalHosts, timeoutMs = defaultTimeoutMs, attempts = 3 }: S3Options): S3Client {
  const { url, lookup } = lookupFor(bucket.endpoint, internalHosts);
  const agent = { keepAlive: true, maxSockets: 50, ...(lookup === undefined ? {} : { lookup }) };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new S3Client({
    endpoint: url.href,
    region: bucket.region === "" ? regionOf(url.hostname) : bucket.region,
    forcePathStyle: bucket.category === pathStyle || isIP(host) !== 0 || !host.includes("."),
    credentials: { accessKeyId: bucket.accessKey, secretAccessKey: bucket.secretKey },
    maxAttempts: attempts,
    // Checksums beyond those of the signature are an extension that other providers refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: new NodeHttpHandler({
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
      connectionTimeout: Math.min(timeoutMs, 10_000),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    }),
  });
}

const isMissing = (error: unknown): boolean => error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");

/** Opens a bucket. Throws where its address may not be called. */
export function s3Store(bucket: Bucket, options: S3Options): FileStore & { close(): void } {
  const client = clientOf(bucket, options);
  const inBucket = (name: string) => ({ Bucket: bucket.bucketName, Key: name });
  const within = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { abortSignal: signal });
  const put: FileStore["put"] = async (name, content, { type, signal }) => {
    const body = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
    const upload = new Upload({ client, params: { ...inBucket(name), Body: body, ContentType: type }, queueSize: 1, partSize: partBytes });
    const stop = () => void upload.abort();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      signal?.throwIfAborted();
      await upload.done();
    } finally {
      signal?.removeEventListener("abort", stop);
      body.destroy();
    }
  };
  return {
    put,
    take: async (name, file, about) => {
      await put(name, createReadStream(file, { highWaterMark: 1024 * 1024 }), about);
      await rm(file, { force: true });
    },
    async *read(name, range, signal) {
      if (range !== undefined && range.start >= range.end) return;
      const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end - 1}` };
      let body: unknown;
      try {
        ({ Body: body } = await client.send(new GetObjectCommand({ ...inBucket(name), ...part }), within(signal)));
      } catch (error) {
        if (isMissing(error)) throw new FileGone("there is no such object", { cause: error });
        throw error;
      }
      if (!(body instanceof Readable)) return;
      try {
        for await (const chunk of body) yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
      } finally {
        body.destroy();
      }
    },
    remove: async (name, signal) => void (await client.send(new DeleteObjectCommand(inBucket(name)), within(signal))),
    stat: async (name, signal) => {
      try {
        const { ContentLength = 0 } = await client.send(new HeadObjectCommand(inBucket(name)), within(signal));
        return { bytes: ContentLength };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    close: () => client.destroy(),
  };
}
