// Every error an endpoint can answer: a stable code, an HTTP status and, for people, a text in both languages.
import type { Issue, RowTarget } from "#schema/validation";
import type { Text } from "#schema/text";

interface ErrorDetails {
  /** The problem of a field. */
  readonly issues?: readonly Issue[];
  /** The error's own text is the message, and not the sentences of its issues. */
  readonly keepsText?: true;
  /** Where it is mended. */
  readonly target?: RowTarget;
  /** Further facts for the client: both values of a conflict. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** An error that is answered to the caller unchanged. Anything else becomes 500 without details. */
export class ApiError extends Error {
  constructor(
    /** HTTP status and `code` of the envelope (docs/wire.md §2). */
    readonly status: number,
    /** Stable name for programs and tests. */
    readonly code: string,
    readonly text: Text,
    readonly details: ErrorDetails = {},
  ) {
    super(text[1]);
    this.name = "ApiError";
  }
}

/** A rule of the business forbids it: 400 (docs/wire.md §2, 业务异常). */
export const businessError = (code: string, text: Text, details?: ErrorDetails) => new ApiError(400, code, text, details);

/**
 * Something is unusual, and each issue says what: the person may send the call again with `confirmed=1` (docs/wire.md §2.3). Only for actions
 * whose definition has a `warning`.
 */
export const needsConfirmation = (text: Text, issues: readonly Issue[]) =>
  new ApiError(400, "needsConfirmation", text, { issues, keepsText: true });

/** Fields are wrong; each issue names its own. */
export const invalidFields = (issues: readonly Issue[]) =>
  new ApiError(400, "invalid", ["提交的内容有误", "Some fields need attention"], { issues });

export const missingParameter = (name: string) =>
  new ApiError(400, "missingParameter", [`缺少必要的请求参数: ${name}`, `Missing parameter: ${name}`]);
export const malformedParameter = (name: string) =>
  new ApiError(400, "malformedParameter", [`请求参数格式错误: ${name}`, `Malformed parameter: ${name}`]);

export const malformedIdempotencyKey = () =>
  new ApiError(400, "malformedIdempotencyKey", [
    "请求头 Idempotency-Key 须为 1 至 128 个字母、数字或 - _ . : + / = ~ 字符",
    "The header Idempotency-Key takes 1 to 128 letters, digits and the characters - _ . : + / = ~",
  ]);

/** No or bad token: HTTP 200 with code 401 in the body (docs/wire.md §2). */
export const unauthenticated = () => new ApiError(401, "unauthenticated", ["请求未授权", "Please sign in"]);

/** Signed in, but the right is missing: 403, so that it does not sign the person out (docs/wire.md §2). */
export const forbidden = (permission?: string, text: Text = ["请求被拒绝", "You are not allowed to do this"]) =>
  new ApiError(403, "forbidden", text, permission === undefined ? {} : { data: { permission } });

/** API scopes cover the path, and the caller's roles have none of these. */
export const closedPath = () =>
  new ApiError(403, "closedPath", ["该接口仅对拥有相应接口权限的角色开放", "This call is open only to roles that hold its API scope"]);

export const notFound = () => new ApiError(404, "notFound", ["请求的资源不存在", "There is nothing here"]);
export const rowNotFound = () => new ApiError(400, "rowNotFound", ["数据不存在或已被删除", "The record does not exist or was removed"]);

/** The submit carried a stale version: both values of every field that differs. */
export const staleVersion = (current: Readonly<Record<string, unknown>>, submitted: Readonly<Record<string, unknown>>) =>
  new ApiError(409, "staleVersion", ["该数据已被他人修改，请核对后再保存", "Somebody else changed this record; compare before you save"], {
    data: { current, submitted },
  });

/** Which call it is, is for programs: people have not asked for it by its name. */
export const notImplemented = (call: string) =>
  new ApiError(501, "noHandler", ["该操作尚不可用", "This is not available yet"], { data: { call } });
