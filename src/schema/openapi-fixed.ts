// The calls that no definition makes: signing in and out (docs/wire.md §3), uploads (§9). Part of the API's description.

type Node = { readonly [member: string]: unknown };

const parameter = (name: string, place: "query" | "header", description: string, isRequired = false): Node => ({
  name,
  in: place,
  description,
  ...(isRequired ? { required: true } : {}),
  schema: { type: "string" },
});

const withClientOnly = [{ client: [] }];

const tokens: Node = {
  type: "object",
  description: "A bare object, not an envelope",
  properties: Object.fromEntries(
    [
      "access_token",
      "refresh_token",
      "token_type",
      "tenant_id",
      "user_id",
      "dept_id",
      "post_id",
      "role_id",
      "account",
      "user_name",
      "nick_name",
      "real_name",
      "role_name",
      "oauth_id",
      "avatar",
      "client_id",
    ]
      .map((name) => [name, { type: "string" }])
      .concat([
        ["expires_in", { type: "integer" }],
        ["detail", { type: "object" }],
      ]),
  ),
};

const json = (description: string, schema: Node): Node => ({ description, content: { "application/json": { schema } } });

const upload: Node = {
  required: true,
  content: {
    "multipart/form-data": { schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } } },
  },
};

const integers = (...names: readonly string[]): Node => Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
const perDay = (...names: readonly string[]): Node => ({
  type: "array",
  items: { type: "object", properties: { day: { type: "string", format: "date" }, ...integers(...names) } },
});
const counted: Node = { type: "object", properties: integers("num") };

const ownSession: Node = {
  type: "object",
  properties: {
    ...Object.fromEntries(["id", "userAgent", "address"].map((name) => [name, { type: "string" }])),
    signInTime: { type: "string", description: "yyyy-MM-dd HH:mm:ss" },
    lastTime: { type: "string", description: "The same; to five minutes" },
    isCurrent: { type: "boolean", description: "The one that asks" },
  },
};

const home: Node = {
  type: "object",
  required: ["today"],
  properties: {
    today: { type: "string", format: "date" },
    scans: perDay("scanNum", "firstNum"),
    codes: perDay("codeNum"),
    stockIn: counted,
    stockOut: counted,
    orders: counted,
    notices: {
      type: "array",
      items: { type: "object", properties: Object.fromEntries(["id", "title", "releaseTime"].map((name) => [name, { type: "string" }])) },
    },
  },
};

/** Paths of the fixed calls. `envelope` wraps the schema of a payload. */
export function fixedPaths(envelope: (data: Node) => Node): Readonly<Record<string, Node>> {
  const call = (id: string, summary: string, more: Node): Node => ({ tags: ["auth"], operationId: `auth.${id}`, summary, ...more });
  const succeeded = { 200: json("操作成功", envelope({ type: "object" })) };
  const ended = { 200: json("操作成功", envelope({ type: "object", description: "How many ended", properties: integers("count") })) };
  const failure = json("Not signed in", {
    type: "object",
    required: ["error", "error_description"],
    properties: { error: { type: "string" }, error_description: { type: "string" } },
  });
  return {
    "/api/blade-auth/oauth/token": {
      post: call("token", "Sign in, or renew the token; parameters in the query or the form, never JSON", {
        security: withClientOnly,
        parameters: [
          parameter("grant_type", "query", "password, captcha or refresh_token", true),
          parameter("tenantId", "query", "Six digits"),
          parameter("username", "query", "Account"),
          parameter("password", "query", "Transformed as the installation says; md5 in hex by default"),
          parameter("refresh_token", "query", "With grant_type refresh_token"),
          parameter("scope", "query", "all"),
          parameter("Tenant-Id", "header", "Six digits"),
          parameter("Captcha-Key", "header", "With grant_type captcha"),
          parameter("Captcha-Code", "header", "With grant_type captcha"),
        ],
        responses: { 200: json("Signed in", tokens), 400: failure, 401: failure },
      }),
    },
    "/api/blade-auth/oauth/captcha": {
      get: call("captcha", "A captcha: five characters, one use", {
        security: withClientOnly,
        responses: {
          200: json("A bare object, not an envelope", {
            type: "object",
            properties: { key: { type: "string" }, image: { type: "string", description: "data:image/png;base64,…" } },
          }),
        },
      }),
    },
    "/api/blade-auth/oauth/logout": {
      get: call("logout", "Sign out", { responses: succeeded }),
      post: call("logout-with-logs", "Sign out and leave the local logs", {
        requestBody: { content: { "application/json": { schema: { type: "array" } } } },
        responses: succeeded,
      }),
    },
    "/api/blade-auth/oauth/sessions": {
      get: call("sessions", "Where the caller is signed in; the session that asks first, at most one hundred", {
        responses: { 200: json("操作成功", envelope({ type: "array", items: ownSession })) },
      }),
    },
    "/api/blade-auth/oauth/sessions/end": {
      post: call("sessions-end", "Sign out elsewhere: the caller's own sessions of these ids", {
        parameters: [parameter("ids", "query", "Comma-joined, at most one hundred", true)],
        responses: ended,
      }),
    },
    "/api/blade-auth/oauth/sessions/end-others": {
      post: call("sessions-end-others", "Sign out everywhere but here", { responses: ended }),
    },
    "/api/blade-auth/oauth/user-info": { get: call("user-info", "Who is signed in", { responses: succeeded }) },
    "/api/blade-resource/oss/endpoint/put-file": { post: call("put-file", "Upload a file", { requestBody: upload, responses: succeeded }) },
    "/api/blade-resource/oss/endpoint/put-file-attach": {
      post: call("put-file-attach", "Upload a file and keep it among the attachments", { requestBody: upload, responses: succeeded }),
    },
    "/api/blade-desk/home": {
      get: {
        ...call("home", "The figures of the home page: those of resources that the caller may read; the last fourteen days, today last", {
          responses: { 200: json("操作成功", envelope(home)) },
        }),
        tags: ["desk"],
        operationId: "desk.home",
      },
    },
    "/api/blade-auth/oauth/clear-cache": { get: call("clear-cache", "Forget what is cached of one's rights", { responses: succeeded }) },
  };
}
