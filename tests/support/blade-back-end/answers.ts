// What the platform answers: its envelope, and the refusals that every call of it knows.

/** A body with the status it is sent with. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const envelope = (status: number, code: number, data: unknown, msg: string): Answer => ({
  status,
  body: { code, success: code === 200, data, msg },
});

/** A success with its payload; an empty one is told by another sentence. */
export function done(data?: unknown): Answer {
  if (data === undefined) return envelope(200, 200, {}, "操作成功");
  return data === null ? envelope(200, 200, {}, "暂无承载数据") : envelope(200, 200, data, "操作成功");
}

/** A write whose service answered false. */
export const failed = (): Answer => envelope(200, 400, {}, "操作失败");

/** An answer instead of the one that was asked for, thrown from wherever it is known. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(readonly answer: Answer) {
    super(JSON.stringify(answer));
  }
}

export const refusals = {
  /** A rule of the business. */
  business: (msg: string) => new Refusal(envelope(400, 400, {}, msg)),
  missing: (name: string) => new Refusal(envelope(400, 400, {}, `缺少必要的请求参数: ${name}`)),
  /** No token, or one that is not known: the status says success. */
  signedOut: () => new Refusal(envelope(200, 401, null, "请求未授权")),
  /** Somebody whose roles do not include the one that the call asks for. */
  noRole: () => new Refusal(envelope(401, 401, {}, "请求未授权")),
  noEndpoint: (method: string, path: string) => new Refusal(envelope(404, 404, null, `No endpoint ${method} ${path}.`)),
  otherMethod: () => new Refusal(envelope(405, 405, null, "不支持当前请求方法")),
  fault: (msg = "服务器异常") => new Refusal(envelope(500, 500, null, msg)),
} as const;
