// The runtime of the client that `npm run client` writes: openapi-fetch with the headers of the platform, answers without their envelope, and
// refusals as errors. It goes into the package as it is, so it imports nothing of the product.
import createFetchClient, { type ClientOptions } from "openapi-fetch";

/** A method of HTTP that calls have. */
type Method = "get" | "post" | "put" | "patch" | "delete";
type OperationOf<Paths, Path extends keyof Paths, M extends Method> = Paths[Path] extends { readonly [K in M]?: infer Operation }
  ? Extract<Operation, Readonly<Record<"responses", unknown>>>
  : never;
type PathsWith<Paths, M extends Method> = {
  [Path in keyof Paths]: [OperationOf<Paths, Path, M>] extends [never] ? never : Path;
}[keyof Paths] &
  string;
type MediaOf<Content> = Content[keyof Content];
type ParametersOf<Operation> = Operation extends { parameters: infer Parameters }
  ? {} extends Parameters
    ? { readonly params?: Parameters }
    : { readonly params: Parameters }
  : {};
type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: MediaOf<Content> }
  : Operation extends { requestBody?: infer Body }
    ? NonNullable<Body> extends { content: infer Content }
      ? { readonly body?: MediaOf<Content> }
      : {}
    : {};
/** What a call is made with. */
type Init<Operation> = ParametersOf<Operation> &
  BodyOf<Operation> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };
type InitOf<Operation> = {} extends Init<Operation> ? [init?: Init<Operation>] : [init: Init<Operation>];
type AnswerOf<Operation> = Operation extends { responses: { 200: { content: infer Content } } } ? MediaOf<Content> : undefined;
/** What an answer is about: the payload of an envelope; other answers, such as files, are as they are. */
type Payload<Data> = Data extends { success: false } ? never : Data extends { success: true; data: infer Content } ? Content : Data;

/** A call with a method: its path, and parameters and body where it has some. Resolves with the payload, or rejects with a {@link Refusal}. */
type Call<Paths extends object, M extends Method> = <Path extends PathsWith<Paths, M>>(
  path: Path,
  ...init: InitOf<OperationOf<Paths, Path, M>>
) => Promise<Payload<AnswerOf<OperationOf<Paths, Path, M>>>>;

export interface Client<Paths extends object> {
  readonly get: Call<Paths, "get">;
  readonly post: Call<Paths, "post">;
  readonly put: Call<Paths, "put">;
  readonly patch: Call<Paths, "patch">;
  readonly delete: Call<Paths, "delete">;
}

export interface Options {
  /** Where the server is, such as https://trace.example.cn. */
  readonly baseUrl: string;
  /** An API token, or what gives one. */
  readonly token: string | (() => string | Promise<string>);
  /** Of sentences for people; Chinese by default. */
  readonly language?: "zh-CN" | "en";
  /** Sends a request, in place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What is wrong with a field. */
export interface Issue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RefusalFacts {
  /** Of HTTP. */
  readonly status: number;
  /** Of the envelope; 401 comes with status 200. */
  readonly code: number;
  /** The stable name of the refusal, such as "staleVersion". */
  readonly error: string;
  /** Further facts. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A call that the server has refused, or an answer that is none of its own. */
export class Refusal extends Error implements RefusalFacts {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: number;
  readonly error: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(message: string, { status, code, error, data }: RefusalFacts) {
    super(message);
    this.status = status;
    this.code = code;
    this.error = error;
    this.data = data;
  }

  /** The fields that are wrong. */
  get issues(): readonly Issue[] {
    const { issues } = this.data;
    return Array.isArray(issues) ? issues.filter(isIssue) : [];
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;
const isIssue = (value: unknown): value is Issue =>
  isRecord(value) && typeof value["code"] === "string" && Array.isArray(value["path"]) && typeof value["message"] === "string";

/** The refusal in an answer; a proxy that refuses sends no envelope. */
function refusalIn({ status }: Response, body: unknown): Refusal {
  const envelope = isRecord(body) ? body : {};
  const code = typeof envelope["code"] === "number" ? envelope["code"] : status;
  const data = isRecord(envelope["data"]) ? envelope["data"] : {};
  const message = typeof envelope["msg"] === "string" ? envelope["msg"] : `HTTP ${status}`;
  return new Refusal(message, { status, code, error: typeof data["error"] === "string" ? data["error"] : `code${code}`, data });
}

/** Values in a form are texts; a list of files is sent file by file. */
function formOf(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue;
      form.append(name, one instanceof Blob ? one : String(one));
    }
  }
  return form;
}

/** What is sent and answered is known to the types of {@link Client} alone. */
interface AnyOperation {
  readonly requestBody?: { readonly content: { readonly "application/json": unknown } };
  readonly responses: { readonly 200: { readonly content: { readonly "application/json": unknown } } };
}

interface AnyInit {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body in its media type, and what says so. */
function bodyOf(type: string | undefined, { body, headers }: AnyInit): AnyInit {
  if (type === "multipart/form-data" && isRecord(body) && !(body instanceof FormData)) return { body: formOf(body) };
  if (type !== "application/x-www-form-urlencoded") return {};
  return { headers: { ...headers, "Content-Type": type } };
}

/** Makes calls of these paths. `bodyTypes`: media types of bodies that are not JSON, by method and path. */
export function createClientOf<Paths extends object>(options: Options, bodyTypes: Readonly<Record<string, string>>): Client<Paths> {
  const { baseUrl, token, language = "zh-CN", fetch } = options;
  const settings: ClientOptions = {
    baseUrl,
    querySerializer: { array: { style: "form", explode: false } },
    ...(fetch === undefined ? {} : { fetch }),
  };
  const client = createFetchClient<Record<string, Record<Method, AnyOperation>>>(settings);
  client.use({
    async onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
      request.headers.set("Accept-Language", language);
      // So that `fetch` implementations that send a request again do not carry it out twice.
      if (request.method !== "GET" && !request.headers.has("Idempotency-Key"))
        request.headers.set("Idempotency-Key", globalThis.crypto.randomUUID());
      return request;
    },
  });

  const call =
    (method: Method) =>
    async (path: string, init: AnyInit = {}): Promise<unknown> => {
      const sent = { ...init, ...bodyOf(bodyTypes[`${method} ${path}`], init), parseAs: "stream" as const };
      const { response, error } = await client.request(method, path, sent);
      if (!response.ok) throw refusalIn(response, error);
      if (!/\bjson\b/.test(response.headers.get("Content-Type") ?? "")) return response.blob();
      const body: unknown = parsed(await response.text());
      if (isRecord(body) && body["success"] === false) throw refusalIn(response, body);
      return isRecord(body) && body["success"] === true ? body["data"] : body;
    };

  // The methods are one function; what each path takes and answers is known to its types alone.
  const methods: Readonly<Record<Method, unknown>> = {
    get: call("get"),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
  };
  return methods as Client<Paths>;
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined; // the page of a proxy
  }
}
