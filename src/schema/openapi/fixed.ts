// The calls that no definition makes: signing in and out (docs/wire.md §3), uploads (§9), the home page. Part of the API's description.
import { answered, envelope, refusalsOf, type Refusals } from "./answers.ts";
import { minTypedLength, maxTypedLength } from "../typed-text.ts";
import { integers, json, object, refTo, texts, type Node } from "./node.ts";

const header = (name: string, description: string): Node => ({ name, in: "header", description, schema: { type: "string" } });

const form = (schema: Node): Node => ({ required: true, content: { "application/x-www-form-urlencoded": { schema } } });

const described = (names: Readonly<Record<string, string>>): Node =>
  Object.fromEntries(Object.entries(names).map(([name, description]) => [name, { type: "string", description }]));

const tokens: Node = {
  description: "A bare object, not an envelope",
  ...object(
    {
      ...texts("access_token", "refresh_token", "token_type", "scope", "tenant_id", "user_id", "dept_id", "post_id", "role_id", "account"),
      ...texts("user_name", "nick_name", "real_name", "role_name", "oauth_id", "avatar", "client_id"),
      expires_in: { type: "integer" },
      detail: { type: "object", additionalProperties: true },
    },
    ["access_token", "refresh_token", "token_type", "expires_in", "tenant_id", "user_id"],
  ),
};

const tokenRequest = object(
  {
    grant_type: { enum: ["password", "captcha", "social", "refresh_token", "second_factor"] },
    ...described({
      tenantId: "Six digits; the header Tenant-Id may say it instead",
      username: "password, captcha: the account",
      password: "password, captcha: transformed as the installation says, md5 in hex by default",
      source: "social: the other platform",
      code: "social: what the other platform gave; second_factor: of the authenticator application, sent by text, or a recovery code",
      method: "second_factor: totp or sms, whose code it is; by default totp where it is set up",
      challenge: "second_factor: as the refusal of the first step had it",
      state: "social: as the redirect sent it",
      refresh_token: "refresh_token: the one of the last answer",
      scope: "all",
      type: "account",
    }),
  },
  ["grant_type"],
);

const userInfo = object({
  ...texts("user_id", "tenant_id", "account", "userName", "user_name", "nick_name", "real_name", "avatar", "phone", "email"),
  ...texts("dept_id", "post_id", "role_id", "role_name", "oauth_id"),
  roles: { type: "array", items: { type: "string" } },
  detail: { type: "object", additionalProperties: true },
});

const upload: Node = {
  required: true,
  content: { "multipart/form-data": { schema: object({ file: { type: "string", format: "binary" } }, ["file"]) } },
};

const stored = texts("link", "domain", "name", "originalName");

const perDay = (...names: readonly string[]): Node => ({
  type: "array",
  items: object({ day: { type: "string", format: "date" }, ...integers(...names) }),
});
const counted: Node = object(integers("num"));

const ownSession: Node = object({
  ...texts("id", "userAgent", "address"),
  signInTime: { type: "string", description: "yyyy-MM-dd HH:mm:ss" },
  lastTime: { type: "string", description: "The same; to five minutes" },
  isCurrent: { type: "boolean", description: "The one that asks" },
});

const home: Node = object(
  {
    today: { type: "string", format: "date" },
    scans: perDay("scanNum", "firstNum"),
    codes: perDay("codeNum"),
    stockIn: counted,
    stockOut: counted,
    orders: counted,
    notices: { type: "array", items: object(texts("id", "title", "releaseTime")) },
    todo: object(integers("num", "overdue")),
    claim: counted,
    messages: counted,
    tasks: {
      type: "array",
      description: "The first tasks of the caller, oldest due first",
      items: object({
        ...texts("taskId", "taskName", "processName", "title", "applicant", "createTime", "dueTime", "path"),
        isOverdue: { type: "boolean" },
      }),
    },
    disks: {
      type: "array",
      description: "Disks of the server that have little room left; for administrators of the platform",
      items: object({
        directory: { type: "string" },
        freeBytes: { type: "integer" },
        state: { type: "string", enum: ["low", "full"] },
        refuses: { type: "string", enum: ["writes", "files", "lines"] },
      }),
    },
  },
  ["today"],
);

const foundRows: Node = {
  type: "array",
  items: object(
    {
      resource: { type: "string", description: "Name of the resource" },
      hasMore: { type: "boolean", description: "There are more rows than these five" },
      rows: {
        type: "array",
        description: "Some fields of each row, as its list answers them",
        items: {
          ...object({ foundBy: { type: "string", description: "Label of the field by which it was found; empty for its title" } }, [
            "foundBy",
          ]),
          additionalProperties: true,
        },
      },
    },
    ["resource", "hasMore", "rows"],
  ),
};

const reportOfGateway: Node = {
  ...object(
    {
      event: { enum: ["payment", "refund"] },
      ...described({ payNo: "Of a payment", refundNo: "Of a refund" }),
      status: { enum: ["pending", "paid", "refunded", "failed"] },
      ...texts("tradeNo", "refundTradeNo", "amount", "currency", "payTime", "refundTime", "payer", "code", "message"),
    },
    ["event", "status"],
  ),
};
const notTaken = (description: string): Node =>
  json(description, {
    oneOf: [object({ code: { const: "FAIL" }, message: { type: "string" } }, ["code", "message"]), refTo("schemas", "Refusal")],
  });

interface FixedCall extends Refusals {
  readonly summary: string;
  readonly tag?: "auth" | "description" | "desk" | "payments";
  /** Parameters and body. */
  readonly takes?: Node;
  /** The answer with HTTP 200, or with another status. */
  readonly success: Node;
  readonly status?: 200 | 201 | 204;
  readonly responses?: Node;
}

function operation(id: string, { summary, tag = "auth", takes = {}, success, status = 200, responses = {}, ...refusals }: FixedCall): Node {
  return {
    tags: [tag],
    operationId: `${tag}.${id}`,
    summary,
    ...(refusals.isOpen === true ? { security: [{ client: [] }] } : {}),
    ...takes,
    responses: { [status]: success, ...refusalsOf(refusals), ...responses },
  };
}

const signedOut = { isOpen: true, isUncounted: true, success: json("操作成功", envelope({})) } as const;
type CallsOfPath = Readonly<Record<string, Node>>;
const post = (id: string, call: FixedCall): CallsOfPath => ({ post: operation(id, { ...call, hasBody: true }) });
const get = (id: string, call: FixedCall): CallsOfPath => ({ get: operation(id, call) });
const tusVersion: Node = { ...header("Tus-Resumable", "1.0.0"), required: true };
const wholeNumber = (name: string, description: string): Node => ({
  ...header(name, description),
  required: true,
  schema: { type: "integer", minimum: 0 },
});
const uploadInPath: Node = {
  name: "id",
  in: "path",
  required: true,
  description: "As the address of the upload has it",
  schema: { type: "string", maxLength: 80 },
};
const otherVersion = { 412: { description: "Tus-Resumable is missing, or of another version" } };
const ofUpload = { isOpen: false, hasPathParameter: true, responses: otherVersion } as const;
const refusal = (description: string, ...headers: readonly string[]): Node => ({
  description,
  headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: "string" } }])),
});
const ended = answered({ description: "How many ended", ...object(integers("count"), ["count"]) });

/** Paths of the fixed calls. */
export function fixedPaths(): Readonly<Record<string, CallsOfPath>> {
  const oauth = "/api/blade-auth/oauth";
  const oss = "/api/blade-resource/oss/endpoint";
  const failure = object(
    {
      ...texts("error", "error_description"),
      challenge: { type: "string", description: "With error second_factor_required: names the sign-in that waits" },
      methods: { type: "array", items: { enum: ["totp", "sms", "recovery"] } },
      sms_refusal: {
        type: "string",
        description: "With error second_factor_required: why codes by text, which are set up, cannot be sent",
      },
      ...integers("expires_in"),
    },
    ["error", "error_description"],
  );
  const recoveryCodes = answered(object({ recoveryCodes: { type: "array", items: { type: "string" } } }, ["recoveryCodes"]));
  const method = { enum: ["totp", "sms"], description: "Whose code it is; by default totp where it is set up" };
  const factorForm = (names: readonly string[], more: Readonly<Record<string, Node>> = {}) => ({
    requestBody: form(object({ ...texts(...names), ...more }, names)),
  });
  const proof = { code: { type: "string", description: "Of the factor that there is already" }, method };
  const sentText = integers("resendSeconds", "expiresSeconds");
  return {
    "/api/openapi.json": get("openapi", {
      tag: "description",
      summary: "This description, of the calls that the caller may make; also at /openapi.json",
      success: json("In OpenAPI 3.1; with an ETag", {
        oneOf: [{ ...object({ openapi: { type: "string" } }, ["openapi"]), additionalProperties: true }, refTo("schemas", "SignInFirst")],
      }),
      responses: { 304: { description: "As the header If-None-Match has it" } },
    }),
    [`${oauth}/token`]: post("token", {
      isOpen: true,
      summary: "Sign in, or renew the token. The parameters may also be in the query; no JSON",
      takes: {
        parameters: [
          header("Tenant-Id", "Six digits"),
          header("Dept-Id", "In switch mode: the department to act for"),
          header("Role-Id", "In switch mode: the role to act in"),
          header("Captcha-Key", "captcha: of the captcha that was asked for"),
          header("Captcha-Code", "captcha: its characters"),
        ],
        requestBody: form(tokenRequest),
      },
      success: json("Signed in", tokens),
      responses: { 400: json("Not signed in", { oneOf: [failure, refTo("schemas", "Refusal")] }) },
    }),
    [`${oauth}/challenge/text`]: post("challenge-text", {
      isOpen: true,
      summary: "Send the code by text that a sign-in waits for",
      takes: factorForm(["challenge"]),
      success: answered(object(sentText, Object.keys(sentText))),
      responses: { 400: json("Not sent", { oneOf: [failure, refTo("schemas", "Refusal")] }) },
    }),
    [`${oauth}/captcha`]: get("captcha", {
      isOpen: true,
      summary: "A captcha: five characters, one use",
      success: json(
        "A bare object, not an envelope",
        object({ key: { type: "string" }, image: { type: "string", description: "data:image/png;base64,…" } }, ["key", "image"]),
      ),
    }),
    [`${oauth}/logout`]: {
      ...get("logout", { ...signedOut, summary: "Sign out; also without a session" }),
      post: operation("logout-with-logs", {
        ...signedOut,
        summary: "Sign out and leave the local logs; a body that cannot be read is left",
        takes: { requestBody: { content: { "application/json": { schema: { type: "array", items: {} } } } } },
      }),
    },
    [`${oauth}/sessions`]: get("sessions", {
      summary: "Where the caller is signed in; the session that asks first, at most one hundred",
      success: answered({ type: "array", items: ownSession }),
    }),
    [`${oauth}/sessions/end`]: post("sessions-end", {
      summary: "Sign out elsewhere: the caller's own sessions of these ids",
      takes: {
        parameters: [
          { name: "ids", in: "query", required: true, description: "Comma-joined, at most one hundred", schema: { type: "string" } },
        ],
      },
      success: ended,
    }),
    [`${oauth}/sessions/end-others`]: post("sessions-end-others", { summary: "Sign out everywhere but here", success: ended }),
    [`${oauth}/second-factor`]: get("second-factor", {
      summary: "One's own second factor",
      success: answered(
        object(
          {
            isSetUp: { type: "boolean" },
            isRequired: { type: "boolean", description: "By the tenant" },
            methods: { type: "array", items: { enum: ["totp", "sms"] } },
            ...texts("setUpTime"),
            ...integers("recoveryCodesLeft"),
            phone: { type: "string", description: "Masked: the number that gets codes by text, or the person's" },
            smsRefusal: { type: "string", description: "Why codes by text cannot be sent" },
          },
          ["isSetUp", "isRequired", "methods", "setUpTime", "recoveryCodesLeft", "phone", "smsRefusal"],
        ),
      ),
    }),
    [`${oauth}/second-factor/begin`]: post("second-factor-begin", {
      summary: "A new secret for an authenticator application; nothing is kept of it",
      takes: factorForm([], proof),
      success: answered(object(texts("secret", "address", "ticket"), ["secret", "address", "ticket"])),
    }),
    [`${oauth}/second-factor/confirm`]: post("second-factor-confirm", {
      summary: "Turn the second factor on with a code of that secret. Ends all other sessions",
      takes: factorForm(["ticket", "code"]),
      success: recoveryCodes,
    }),
    [`${oauth}/second-factor/text/begin`]: post("second-factor-text-begin", {
      summary: "Send a code to one's own number, to set up codes by text. The ticket of the last one has another one sent",
      takes: factorForm([], { ticket: { type: "string" }, ...proof }),
      success: answered(object({ ...texts("ticket", "phone"), ...sentText }, ["ticket", "phone", ...Object.keys(sentText)])),
    }),
    [`${oauth}/second-factor/text/confirm`]: post("second-factor-text-confirm", {
      summary: "Turn codes by text on with the code that was sent. Ends all other sessions",
      takes: factorForm(["ticket", "code"]),
      success: recoveryCodes,
    }),
    [`${oauth}/second-factor/text/send`]: post("second-factor-text-send", {
      summary: "Send a code by text, as proof for a change of the second factor",
      success: answered(object(sentText, Object.keys(sentText))),
    }),
    [`${oauth}/second-factor/recovery-codes`]: post("second-factor-recovery-codes", {
      summary: "New recovery codes in place of all earlier ones",
      takes: factorForm(["code"], { method }),
      success: recoveryCodes,
    }),
    [`${oauth}/second-factor/end`]: post("second-factor-end", {
      summary: "Turn the second factor off, or one of its methods",
      takes: factorForm(["password", "code"], { method, ends: { enum: ["totp", "sms"], description: "Both by default" } }),
      success: refTo("responses", "Success"),
    }),
    [`${oauth}/user-info`]: get("user-info", { summary: "Who is signed in", success: answered(userInfo) }),
    [`${oauth}/clear-cache`]: get("clear-cache", {
      summary: "Forget what is cached of one's rights",
      success: refTo("responses", "Success"),
    }),
    [`${oss}/put-file`]: post("put-file", {
      summary: "Upload a file",
      takes: { requestBody: upload },
      success: answered(object(stored, ["link"])),
    }),
    [`${oss}/put-file-attach`]: post("put-file-attach", {
      summary: "Upload a file and keep it among the attachments",
      takes: { requestBody: upload },
      success: answered(object({ ...stored, attachId: { type: "string" } }, ["link", "attachId"])),
    }),
    [`${oss}/uploads`]: post("begin-upload", {
      summary: "Begin an upload in parts (tus 1.0.0). Its address answers HEAD with Upload-Offset as long as it is unfinished",
      takes: {
        parameters: [
          tusVersion,
          wholeNumber("Upload-Length", "Bytes of the whole file"),
          { ...header("Upload-Metadata", "filename and its value in base64"), required: true },
        ],
      },
      status: 201,
      success: refusal("Begun", "Location", "Tus-Resumable"),
      responses: otherVersion,
    }),
    [`${oss}/uploads/{id}`]: {
      patch: operation("append-upload", {
        ...ofUpload,
        hasBody: true,
        summary: "The next part of one's own upload",
        takes: {
          parameters: [uploadInPath, tusVersion, wholeNumber("Upload-Offset", "Bytes that have come before")],
          requestBody: { required: true, content: { "application/offset+octet-stream": { schema: { type: "string", format: "binary" } } } },
        },
        status: 204,
        success: refusal("Taken", "Upload-Offset", "Tus-Resumable"),
        responses: { ...otherVersion, 409: { description: "It goes on at another offset" } },
      }),
      delete: operation("end-upload", {
        ...ofUpload,
        summary: "Give one's own upload up",
        takes: { parameters: [uploadInPath, tusVersion] },
        status: 204,
        success: refusal("Gone", "Tus-Resumable"),
      }),
    },
    [`${oss}/finish-upload`]: post("finish-upload", {
      summary: "Keep a file that has come in parts among the attachments; the same answer as before when it is asked again",
      takes: {
        parameters: [
          { name: "uploadId", in: "query", required: true, description: "Of the upload", schema: { type: "string", maxLength: 80 } },
        ],
      },
      success: answered(object({ ...stored, attachId: { type: "string" } }, ["link", "attachId"])),
      responses: { 404: refTo("responses", "NotThere"), 409: { description: "It has not come in full" } },
    }),
    "/api/digit-marketing/paynotify/{channelId}": post("paynotify", {
      tag: "payments",
      isOpen: true,
      summary: "A gateway reports how a payment or a refund stands; signed (docs/payments.md)",
      takes: {
        parameters: [
          { name: "channelId", in: "path", required: true, description: "The pay channel", schema: { type: "string", maxLength: 200 } },
          header("X-Timestamp", "Seconds since 1970"),
          header("X-Nonce", "Used once"),
          header("X-Signature", "HMAC-SHA256 over timestamp, nonce and body, in hexadecimal"),
        ],
        requestBody: { required: true, content: { "application/json": { schema: reportOfGateway } } },
      },
      success: json("Taken, now or before; a bare object, not an envelope", object({ code: { const: "SUCCESS" } }, ["code"])),
      responses: {
        400: notTaken("More than five minutes old or ahead, or not understood"),
        401: notTaken("Wrong signature, or no such channel"),
        409: notTaken("The nonce was used before, the amount differs, or the trade number belongs to another payment"),
      },
    }),
    "/api/blade-desk/home": get("home", {
      tag: "desk",
      summary: "The figures of the home page: those of resources that the caller may read; the last fourteen days, today last",
      takes: {
        parameters: [
          {
            name: "part",
            in: "query",
            description: "news: only what the header shows on every page",
            schema: { enum: ["news"] },
          },
        ],
      },
      success: answered(home),
    }),
    "/api/blade-live/stream": get("live-stream", {
      tag: "desk",
      summary: "What happens, as server-sent events, for as long as the session and the reader are there (docs/wire.md §4.5)",
      takes: {
        parameters: [
          {
            name: "since",
            in: "query",
            description: "The id of the last event of the stream before; below 0: so many milliseconds ago",
            schema: { type: "string", pattern: "^-?\\d{1,15}$" },
          },
        ],
      },
      success: {
        description: "Events; an envelope where there is no session",
        content: {
          "text/event-stream": { schema: { type: "string" } },
          "application/json": { schema: refTo("schemas", "SignInFirst") },
        },
      },
    }),
    "/api/blade-live/presence": post("live-presence", {
      tag: "desk",
      summary: "Say that a window has a record open, or has closed it; answers who else has it open",
      takes: {
        requestBody: {
          required: true,
          ...json(
            "A window",
            object(
              {
                resource: { type: "string", description: "Name of the resource" },
                id: { type: "string" },
                window: { type: "string", description: "The window, as it names itself", pattern: "^[\\w-]{1,64}$" },
                isEditing: { type: "boolean" },
                isGone: { type: "boolean", description: "It has closed the record" },
              },
              ["resource", "id", "window"],
            ),
          ),
        },
      },
      success: answered({
        type: "array",
        items: object({ ...texts("userId", "name"), isEditing: { type: "boolean" } }, ["userId", "name", "isEditing"]),
      }),
    }),
    "/api/blade-desk/find": get("find", {
      tag: "desk",
      summary:
        "Rows of all resources that bear a number, a phone or a code, whole or by its beginning, and comments that contain it; of those that the caller may open",
      takes: {
        parameters: [
          {
            name: "text",
            in: "query",
            required: true,
            description: `At least ${minTypedLength} characters, of which a Chinese one counts as two`,
            schema: { type: "string", maxLength: maxTypedLength },
          },
        ],
      },
      success: answered(foundRows),
    }),
  };
}
