// Why an object storage did not do what it was asked, as people who configure it read it.
import { stringOrEmpty } from "#schema/json";
import type { Text } from "#schema/text";
import { ApiError } from "../http/errors.ts";
import { OutgoingError } from "../http/outgoing.ts";

/** What was asked of a store. */
export type StoreAction = "write" | "read" | "delete";

interface StoreFailure {
  readonly code: string;
  readonly text: Text;
}

const verbs: Readonly<Record<StoreAction, Text>> = { write: ["写入", "write"], read: ["读取", "read"], delete: ["删除", "delete"] };

const member = (error: object, name: string): unknown =>
  name in error ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined;

/** The error with what caused it, outermost first: libraries wrap those of the network. */
function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  const seen = (one: unknown): void => {
    if (!(one instanceof Error) || chain.length > 5 || chain.includes(one)) return;
    chain.push(one);
    if (one instanceof AggregateError) for (const inner of one.errors) seen(inner);
    seen(one.cause);
  };
  seen(error);
  return chain;
}

function networkFailure(code: string): StoreFailure | undefined {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return { code: "storeHost", text: ["找不到该主机，请检查资源地址的域名", "There is no such host; check the name in the endpoint"] };
  if (/^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE)$/.test(code))
    return {
      code: "storeUnreachable",
      text: [`无法连接到资源地址（${code}），请检查地址与端口`, `Cannot connect to the endpoint (${code}); check address and port`],
    };
  if (code === "ETIMEDOUT") return { code: "storeTimeout", text: ["资源地址没有应答（超时）", "The endpoint did not answer in time"] };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code))
    return {
      code: "storeCertificate",
      text: [`资源地址的 https 证书或协议有误（${code}）`, `The endpoint's https certificate or protocol is wrong (${code})`],
    };
  return undefined;
}

function answeredFailure(name: string, status: number | undefined, action: StoreAction): StoreFailure | undefined {
  switch (name) {
    case "InvalidAccessKeyId":
    case "InvalidAccessKeyID":
      return { code: "storeAccessKey", text: ["accessKey 不存在或已停用", "The access key is unknown or disabled"] };
    case "SignatureDoesNotMatch":
      return { code: "storeSecretKey", text: ["secretKey 不正确（签名不匹配）", "The secret key is wrong: the signature does not match"] };
    case "RequestTimeTooSkewed":
      return {
        code: "storeClock",
        text: [
          "本服务器与对象存储的时钟相差过大，请校准服务器时间",
          "The clocks of this server and of the storage differ too much; set the time of the server",
        ],
      };
    case "NoSuchBucket":
      return { code: "storeBucket", text: ["空间（bucket）不存在，请检查空间名", "There is no such bucket; check its name"] };
    case "InvalidBucketName":
      return { code: "storeBucket", text: ["空间名不合规范", "The name of the bucket is not a possible one"] };
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
      return {
        code: "storeRegion",
        text: ["空间不在该地址的地域，请检查资源地址与地域简称", "The bucket is in another region; check endpoint and region"],
      };
    case "AccessDenied":
    case "Forbidden":
      return {
        code: "storeDenied",
        text: [`该密钥没有在空间中${verbs[action][0]}文件的权限`, `The keys have no right to ${verbs[action][1]} files in the bucket`],
      };
    default:
      return status === 403
        ? answeredFailure("AccessDenied", undefined, action)
        : status === 301
          ? answeredFailure("PermanentRedirect", undefined, action)
          : undefined;
  }
}

/** Names a failure; undefined where it is none of a store. */
export function failureOf(error: unknown, action: StoreAction): StoreFailure | undefined {
  const chain = chainOf(error);
  for (const one of chain) {
    if (one instanceof OutgoingError) return { code: one.kind === "refused" ? "storeRefused" : "storeUnreachable", text: one.text };
    const metadata = member(one, "$metadata");
    const status = typeof metadata === "object" && metadata !== null ? member(metadata, "httpStatusCode") : undefined;
    const answered = answeredFailure(one.name, typeof status === "number" ? status : undefined, action);
    if (answered !== undefined) return answered;
    const network = networkFailure(stringOrEmpty(member(one, "code")));
    if (network !== undefined) return network;
    if (one.name === "TimeoutError") return networkFailure("ETIMEDOUT");
  }
  const [first] = chain;
  // A mistake of ours is none of the storage's answers, although the client writes its marks on every error.
  if (first === undefined || first instanceof ReferenceError || member(first, "$metadata") === undefined) return undefined;
  const about = /^[\w.-]{1,60}$/.test(first.name) ? first.name : "";
  return {
    code: "storeAnswer",
    text: [`资源地址的应答不符合对象存储协议（${about}）`, `The endpoint does not answer as an object storage does (${about})`],
  };
}

/** The error of a call that needed a store: retried where it is of a job, and told to people without any secret. */
export function asStoreError(error: unknown, action: StoreAction): unknown {
  const failure = failureOf(error, action);
  if (failure === undefined) return error;
  const [zh, en] = failure.text;
  return new ApiError(503, failure.code, [`对象存储不可用：${zh}`, `The object storage is not available: ${en}`]);
}
