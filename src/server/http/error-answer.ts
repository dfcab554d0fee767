// The answer to a failed call: the envelope of a refusal, or of a fault without its details (docs/wire.md §2).
import { sentenceOf } from "#schema/sentence";
import { inLanguage, type Language, type Text } from "#schema/text";
import { PostgresError } from "../postgres/errors.ts";
import { CommitOutcomeUnknownError, DatabaseSilentError, describeSqlError } from "../store/sql-errors.ts";
import { ApiError } from "./errors.ts";

/** The envelope of everything that is not success. */
interface ErrorEnvelope {
  readonly code: number;
  readonly success: false;
  readonly data: Readonly<Record<string, unknown>>;
  readonly msg: string;
}

interface ErrorAnswer {
  /** HTTP status; a missing token is answered with 200 and code 401 in the body (docs/wire.md §2, §10.1). */
  readonly status: number;
  readonly body: ErrorEnvelope;
}

const statusOf = (error: ApiError): number => (error.status === 401 ? 200 : error.status);

/** A refusal in the caller's language. Wrong fields carry their issues, each with its sentence. */
export function answerOfError(error: ApiError, language: Language): ErrorAnswer {
  const { issues, data, target, keepsText } = error.details;
  const reported = issues?.map((issue) => ({
    code: issue.code,
    path: issue.path,
    parameters: issue.parameters,
    message: sentenceOf(issue, language),
    ...(issue.target === undefined ? {} : { target: issue.target }),
  }));
  const sentences = [...new Set(reported?.map((issue) => issue.message))];
  const msg =
    keepsText === true || sentences.length === 0 ? inLanguage(error.text, language) : sentences.join(language === "zh" ? "；" : "; ");
  return {
    status: statusOf(error),
    body: {
      code: error.status,
      success: false,
      data: {
        ...data,
        error: error.code,
        ...(target === undefined ? {} : { target }),
        ...(reported === undefined ? {} : { issues: reported }),
      },
      msg,
    },
  };
}

const texts = {
  tooLarge: ["请求内容过大", "The request is too large"],
  brokenJson: ["请求内容不是有效的 JSON", "The body is not valid JSON"],
  wrongContent: ["请求内容无法读取", "The body cannot be read"],
  wrongAddress: ["请求地址格式错误", "The address is malformed"],
  notFound: ["请求的资源不存在", "There is nothing here"],
  notAllowed: ["不支持的请求方法", "This method is not supported here"],
  unsupported: ["不支持的内容类型", "This content type is not supported"],
  wrongValue: ["请求参数格式错误", "A parameter has a value that is not possible"],
  unknownOutcome: [
    "数据库连接中断，无法确认是否已保存，请刷新核对后再操作",
    "The connection to the database was lost; look whether it was saved before you do it again",
  ],
  full: [
    "服务器磁盘空间不足，暂时无法保存，请联系管理员清理磁盘后重试",
    "The server's disk is full, so nothing can be saved for now; ask the administrator to free space, then try again",
  ],
  unwritable: [
    "服务器磁盘暂时无法写入，请联系管理员检查后重试",
    "The server cannot write to its disk for now; ask the administrator to look into it, then try again",
  ],
  silent: [
    "数据库暂时没有响应，恢复后可继续操作，请稍后再试",
    "The database does not answer for now; go on when it does, and try again in a moment",
  ],
  busy: ["服务繁忙，请稍后再试", "The server is busy; try again in a moment"],
  fault: ["服务器异常", "Something went wrong on the server"],
} as const satisfies Readonly<Record<string, Text>>;

/** A body, or a part of one, is larger than it may be; `limit` in bytes where it is known. */
export function payloadTooLarge(limit?: number): ApiError {
  if (limit === undefined) return new ApiError(413, "tooLarge", texts.tooLarge);
  const max = `${Number((limit / (1024 * 1024)).toFixed(1))} MB`;
  return new ApiError(413, "tooLarge", [`请求内容不能超过 ${max}`, `The request may have ${max} at most`], { data: { limit } });
}
export const brokenJson = () => new ApiError(400, "brokenJson", texts.brokenJson);
export const methodNotAllowed = (allowed: readonly string[]) =>
  new ApiError(405, "methodNotAllowed", texts.notAllowed, { data: { allowed } });
export const unsupportedMediaType = () => new ApiError(415, "unsupportedMediaType", texts.unsupported);
/** There is no room for what was to be saved: 507 (docs/wire.md §2). Nothing of it is kept. */
export const storageFull = () => new ApiError(507, "storageFull", texts.full);
const storageUnwritable = () => new ApiError(507, "storageUnwritable", texts.unwritable);
const busy = () => new ApiError(503, "busy", texts.busy);
const serverFault = (requestId: string) => new ApiError(500, "fault", texts.fault, { data: { requestId } });

/** Errors of the framework that are the caller's, by their codes. */
const frameworkErrors: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => payloadTooLarge(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new ApiError(400, "wrongContent", texts.wrongContent),
  FST_ERR_CTP_EMPTY_JSON_BODY: brokenJson,
  FST_ERR_CTP_INVALID_JSON_BODY: brokenJson,
  FST_ERR_BAD_URL: () => new ApiError(400, "wrongAddress", texts.wrongAddress),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError(404, "notFound", texts.notFound),
  FST_REQ_FILE_TOO_LARGE: () => payloadTooLarge(),
  FST_FILES_LIMIT: () => payloadTooLarge(),
  FST_FIELDS_LIMIT: () => payloadTooLarge(),
  FST_PARTS_LIMIT: () => payloadTooLarge(),
  FST_INVALID_MULTIPART_CONTENT_TYPE: unsupportedMediaType,
  FST_INVALID_JSON_FIELD_ERROR: () => new ApiError(400, "wrongContent", texts.wrongContent),
  FST_PROTO_VIOLATION: () => new ApiError(400, "wrongContent", texts.wrongContent),
};

/** What the operating system says where this machine has run out of something, by its codes: no fault of ours, and it passes. */
const machineErrors: Readonly<Record<string, () => ApiError>> = {
  ENOSPC: storageFull,
  EDQUOT: storageFull,
  EFBIG: storageFull,
  EROFS: storageUnwritable,
  EIO: storageUnwritable,
  EMFILE: busy,
  ENFILE: busy,
  ENOMEM: busy,
};

/** An error of a plugin with a client error status; a forbidden file is reported as missing. */
function refusalByStatus(error: unknown): ApiError | undefined {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (!(status >= 400 && status < 500)) return undefined;
  if (status === 403 || status === 404) return new ApiError(404, "notFound", texts.notFound);
  return new ApiError(status, "wrongContent", texts.wrongContent);
}

/** What the parser of bodies in parts says of a body that it cannot take apart; these errors have no code. */
const brokenParts =
  /^(?:Multipart: Boundary not found|Unexpected end of multipart data|\w+ terminated early due to unexpected end of multipart data|The needle cannot .*)$/;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Whether the framework has refused a body by its length. */
export const isBodyTooLarge = (error: unknown): boolean => codeOf(error) === "FST_ERR_CTP_BODY_TOO_LARGE";

/**
 * The refusal for an error of any kind; undefined for a fault, which is logged and answered without details. Errors of PostgreSQL get here
 * only when the statement's caller did not handle them.
 */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const predefined = frameworkErrors[codeOf(error)] ?? machineErrors[codeOf(error)];
  if (predefined !== undefined) return predefined();
  // The database is being started again, and not up yet.
  if (error instanceof PostgresError) return busy();
  if (error instanceof DatabaseSilentError) return new ApiError(503, "databaseSilent", texts.silent);
  if (error instanceof CommitOutcomeUnknownError) return new ApiError(503, "outcomeUnknown", texts.unknownOutcome);
  if (error instanceof Error && brokenParts.test(error.message)) return new ApiError(400, "wrongContent", texts.wrongContent);
  switch (describeSqlError(error)?.kind) {
    case "invalidValue":
    case "tooLong":
      return new ApiError(400, "wrongValue", texts.wrongValue);
    case "full":
      return storageFull();
    case "busy":
    case "unavailable":
    case "timeout":
    case "locked":
    case "conflict":
      return busy();
    case undefined:
      return refusalByStatus(error);
    default:
      return undefined;
  }
}

/** The answer to a fault of ours; the number leads to it in the log. */
export function answerOfFault(requestId: string, language: Language): ErrorAnswer {
  return answerOfError(serverFault(requestId), language);
}
