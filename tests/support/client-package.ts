// Calls of tests made by the runtime of the client package (`npm run client`), so that what a program sees of an answer is what they judge.
import { isRecord, parsedJson } from "#schema/json";
import { createClientOf, Refusal, type Client as PackageClient, type Options } from "../../scripts/client/runtime.ts";
import type { Answer, Client, TestServer } from "./server.ts";

type Query = Readonly<Record<string, string | number>>;
interface AnyCall {
  readonly parameters: { readonly query?: Query | undefined };
  readonly responses: { readonly 200: { readonly content: { readonly "application/json": unknown } } };
}
/** Paths that a test composes have no types. */
type AnyPaths = Record<
  string,
  {
    readonly get: AnyCall;
    readonly post: AnyCall & { readonly requestBody?: { readonly content: { readonly "application/json": unknown } } };
  }
>;

const origin = "http://tests";

/** A client whose calls go through the package. Refusals are answers, because tests expect them. */
export function throughPackage({ app }: Pick<TestServer, "app">, client: Client): Client {
  const { "blade-auth": bearer = "", "accept-language": language } = client.headers;
  const options: Omit<Options, "fetch"> = {
    baseUrl: origin,
    token: bearer.replace(/^bearer /, ""),
    language: language === "en" ? "en" : "zh-CN",
  };

  const answered = async (make: (calls: PackageClient<AnyPaths>) => Promise<unknown>): Promise<Answer> => {
    // The package does not pass the sentence of a success on.
    let msg = "";
    const fetch = async (request: Request): Promise<Response> => {
      const answer = await app.inject({
        method: request.method === "POST" ? "POST" : "GET",
        url: request.url.slice(origin.length),
        headers: Object.fromEntries(request.headers),
        payload: await request.text(),
      });
      const envelope = parsedJson(answer.body);
      msg = isRecord(envelope) ? String(envelope["msg"]) : "";
      const type = answer.headers["content-type"];
      return new Response(answer.body, { status: answer.statusCode, headers: typeof type === "string" ? { "content-type": type } : {} });
    };
    try {
      const data = await make(createClientOf<AnyPaths>({ ...options, fetch }, {}));
      return { status: 200, code: 200, success: true, msg, data };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, code: error.code, success: false, msg: error.message, data: error.data };
    }
  };
  const params = (query: Query | undefined) => (query === undefined ? {} : { params: { query } });
  return {
    ...client,
    get: (path, query) => answered((calls) => calls.get(`/api${path}`, params(query))),
    post: (path, body, query) =>
      answered((calls) => calls.post(`/api${path}`, { ...params(query), ...(body === undefined ? {} : { body }) })),
  };
}
