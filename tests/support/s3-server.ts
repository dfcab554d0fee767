// An object storage on this machine: takes what is signed by AWS Signature Version 4 with keys that it knows, byte for byte, and nothing else;
// keeps objects in memory, also those that come in parts. Written for tests, because the servers on npm that speak S3 check no signatures,
// or need another Node than the product.
import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Right = "write" | "read" | "delete";

interface Key {
  readonly secret: string;
  readonly rights: readonly Right[];
}

interface S3Call {
  readonly method: string;
  readonly path: string;
}

export interface S3Server {
  readonly endpoint: string;
  /** By bucket and name: "trace/100001/202611/x.png". */
  readonly objects: Map<string, Buffer>;
  readonly types: Map<string, string>;
  readonly calls: S3Call[];
  /** Keys by their ids. */
  readonly keys: Map<string, Key>;
  /** How far its clock is from that of this machine. */
  skewMs: number;
  /** Called before each object is answered or taken; a promise holds the call up. */
  onCall: ((call: S3Call) => Promise<void> | void) | undefined;
  close(): Promise<void>;
}

const skewAllowedMs = 15 * 60 * 1000;
const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const timeOf = (stamp: string): number => {
  const [, year, month, day, hours, minutes, seconds] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds));
};

/** Judges the signature of a request, and answers its key. */
function judge(request: IncomingMessage, url: URL, body: Buffer, { keys, skewMs }: S3Server): Key {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const [, id = "", day = "", region = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header("authorization"),
    ) ?? [];
  const stamp = header("x-amz-date");
  if (id === "") throw new Refusal(403, "AccessDenied");
  const key = keys.get(id);
  if (key === undefined) throw new Refusal(403, "InvalidAccessKeyId");
  if (Math.abs(timeOf(stamp) - (Date.now() + skewMs)) > skewAllowedMs) throw new Refusal(403, "RequestTimeTooSkewed");
  const signed = names.split(";");
  for (const needed of ["host", "x-amz-date", "x-amz-content-sha256"]) if (!signed.includes(needed)) throw new Refusal(403, "AccessDenied");
  const hash = header("x-amz-content-sha256");
  if (hash !== sha256(body)) throw new Refusal(400, "XAmzContentSHA256Mismatch");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signed.map((name) => `${name}:${header(name).trim().replace(/ +/g, " ")}`),
    "",
    names,
    hash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", stamp, scope, sha256(canonical)].join("\n");
  const signing = hmac(hmac(hmac(hmac(`AWS4${key.secret}`, day), region), "s3"), "aws4_request");
  if (!timingSafeEqual(hmac(signing, toSign), Buffer.from(signature, "hex"))) throw new Refusal(403, "SignatureDoesNotMatch");
  return key;
}

/** Starts one with a bucket and a key that may do everything. */
export async function startS3({ bucket = "trace", accessKey = "tester", secretKey = "secret of the tester" } = {}): Promise<S3Server> {
  const buckets = new Set([bucket]);
  const parts = new Map<string, Map<number, Buffer>>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await bodyOf(request);
    const key = judge(request, url, body, server);
    const [, ofBucket = "", ...names] = url.pathname.split("/").map(decodeURIComponent);
    const path = [ofBucket, ...names].join("/");
    if (!buckets.has(ofBucket)) throw new Refusal(404, "NoSuchBucket");
    const may = (right: Right): void => {
      if (!key.rights.includes(right)) throw new Refusal(403, "AccessDenied");
    };
    const call = { method: request.method ?? "", path };
    server.calls.push(call);
    await server.onCall?.(call);
    const uploadId = url.searchParams.get("uploadId");
    const xml = (text: string) =>
      response.setHeader("content-type", "application/xml").end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
    switch (request.method) {
      case "POST": {
        may("write");
        if (url.searchParams.has("uploads")) {
          const id = randomUUID();
          parts.set(id, new Map());
          server.types.set(path, String(request.headers["content-type"] ?? ""));
          xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
          return;
        }
        const sent = parts.get(uploadId ?? "");
        if (sent === undefined) throw new Refusal(404, "NoSuchUpload");
        const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
        const content = Buffer.concat(numbers.map((number) => sent.get(number) ?? Buffer.alloc(0)));
        server.objects.set(path, content);
        parts.delete(uploadId ?? "");
        xml(`<CompleteMultipartUploadResult><ETag>"${sha256(content)}"</ETag></CompleteMultipartUploadResult>`);
        return;
      }
      case "PUT": {
        may("write");
        response.setHeader("etag", `"${sha256(body)}"`);
        if (uploadId === null) {
          server.objects.set(path, body);
          server.types.set(path, String(request.headers["content-type"] ?? ""));
        } else parts.get(uploadId)?.set(Number(url.searchParams.get("partNumber")), body);
        response.end();
        return;
      }
      case "GET":
      case "HEAD": {
        may("read");
        const content = server.objects.get(path);
        if (content === undefined) throw new Refusal(404, "NoSuchKey");
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers["range"] ?? "")) ?? [];
        const part = from === undefined ? content : content.subarray(Number(from), Number(to) + 1);
        response.writeHead(from === undefined ? 200 : 206, { "content-length": part.length });
        response.end(request.method === "HEAD" ? undefined : part);
        return;
      }
      case "DELETE":
        may("delete");
        if (uploadId === null) server.objects.delete(path);
        else parts.delete(uploadId);
        response.writeHead(204).end();
        return;
      default:
        throw new Refusal(405, "MethodNotAllowed");
    }
  };
  const listener = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: "InternalError" };
      // A date that is wrong as well, so that no client sets its clock by it and hides the difference.
      if (code === "RequestTimeTooSkewed") response.sendDate = false;
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(
        request.method === "HEAD"
          ? undefined
          : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      );
    });
  });
  await new Promise<void>((resolve) => void listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  const server: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    objects: new Map(),
    types: new Map(),
    calls: [],
    keys: new Map([[accessKey, { secret: secretKey, rights: ["write", "read", "delete"] }]]),
    skewMs: 0,
    onCall: undefined,
    close: async () => {
      listener.closeAllConnections();
      await new Promise((resolve) => void listener.close(resolve));
    },
  };
  return server;
}
