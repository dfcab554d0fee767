// Identity providers of tenants in tests: set up by an administrator, and signed in with.
import type { FastifyInstance } from "fastify";
import { basic, call, signIn, type Answered, type TestServer, type Token } from "./fixture.ts";

export const internal = { internalHosts: ["127.0.0.1", "localhost"] };

type Fields = Readonly<Record<string, unknown>>;

/** Sends a provider as the form does. */
export const submitProvider = (app: FastifyInstance, token: Token, fields: Fields): Promise<Answered> =>
  call(app, token, "POST /blade-auth/identity-provider/submit", { payload: { ...fields } });

interface AddedProvider {
  readonly id: string;
  /** Its key in addresses. */
  readonly source: string;
  readonly admin: Token;
}

export const rowsOf = async ({ database }: TestServer, sql: string, parameters: readonly unknown[] = []) =>
  (await database.owner.read([{ sql, parameters }]))[0]?.rows ?? [];

/** Adds a provider to tenant 100001 as its administrator. */
export async function addProvider(server: TestServer, fields: Fields): Promise<AddedProvider> {
  const admin = await signIn(server.app, "admin");
  const { body } = await submitProvider(server.app, admin, { name: "Company", ...fields });
  if (body.code !== 200) throw new Error(`the provider was refused: ${JSON.stringify(body)}`);
  const [row] = await rowsOf(server, "select id from identity_provider order by id desc limit 1");
  const id = String(row?.["id"]);
  return { id, source: `idp-${id}`, admin };
}

/** Presses the button Test. */
export async function tested(app: FastifyInstance, { id, admin }: AddedProvider, language = "zh-CN"): Promise<Answered["body"]> {
  const { body } = await call(app, admin, `POST /blade-auth/identity-provider/test/${id}`, { headers: { "accept-language": language } });
  return body;
}

interface Renewed {
  readonly status: number;
  readonly body: Token;
}

/** Exchanges the refresh token of a session. */
export async function renew(app: FastifyInstance, token: Token): Promise<Renewed> {
  const answer = await app.inject({
    method: "POST",
    url: "/api/blade-auth/oauth/token",
    query: { tenantId: String(token["tenant_id"]), refresh_token: token.refresh_token, grant_type: "refresh_token" },
    headers: { authorization: basic() },
  });
  return { status: answer.statusCode, body: answer.json<Token>() };
}
