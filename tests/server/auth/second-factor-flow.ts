// A person with an authenticator application, as far as the server sees them.
import type { FastifyInstance } from "fastify";
import { codeOf, stepAt } from "../../../src/server/auth/second-factor/totp.ts";
import { basic, call, people, signIn, type Answered, type TestServer, type Token, type Who } from "./fixture.ts";

const path = "/blade-auth/oauth/second-factor";
/** Where the clock of the fixture begins. */
const start = Date.UTC(2026, 10, 21, 8);

/** Sends a form. */
export const send = (app: FastifyInstance, token: Token, step: string, fields: Readonly<Record<string, string>>): Promise<Answered> =>
  call(app, token, `POST ${path}${step}`, {
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

/** The state of one's own factor. */
export const stateOf = async (app: FastifyInstance, token: Token): Promise<Readonly<Record<string, unknown>>> =>
  (await call(app, token, `GET ${path}`)).body.data;

interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that is shown, or that of so many steps later. */
  code(shift?: number): string;
}

/** A clock beside that of a server. */
export function watch(server: Pick<TestServer, "pass">): { readonly now: () => number; readonly pass: (milliseconds: number) => void } {
  let now = start;
  return {
    now: () => now,
    pass: (milliseconds) => {
      now += milliseconds;
      server.pass(milliseconds);
    },
  };
}

/** Sets up a factor for whoever holds a token. */
export async function setUp(app: FastifyInstance, token: Token, now: () => number): Promise<Authenticator> {
  const started = await send(app, token, "/begin", {});
  const { secret, ticket }: { readonly secret: string; readonly ticket: string } = started.body.data;
  const code = (shift = 0) => codeOf(secret, stepAt(now()) + shift);
  const { body } = await send(app, token, "/confirm", { ticket, code: code() });
  if (body.code !== 200) throw new Error(`no factor was set up: ${JSON.stringify(body)}`);
  const { recoveryCodes }: { readonly recoveryCodes: readonly string[] } = body.data;
  return { secret, recoveryCodes, code };
}

interface TokenAnswer {
  readonly status: number;
  readonly body: Token & { readonly error?: string; readonly challenge?: string };
}

/** Asks for a token with whatever parameters. */
export async function ask(
  app: FastifyInstance,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const answer = await app.inject({
    method: "POST",
    url: "/api/blade-auth/oauth/token",
    headers: { authorization: basic(), "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(parameters).toString(),
  });
  return { status: answer.statusCode, body: answer.json<TokenAnswer["body"]>() };
}

/** The second step. */
export const answerWith = (app: FastifyInstance, challenge: string | undefined, code: string, headers = {}): Promise<TokenAnswer> =>
  ask(app, { grant_type: "second_factor", challenge: challenge ?? "", code }, headers);

/** Signs in, sets up a factor, and answers with what it takes from then on. */
export async function withFactor(
  server: TestServer,
  who: Who,
  now: () => number,
): Promise<{ readonly token: Token; readonly phone: Authenticator }> {
  const token = await signIn(server.app, who);
  return { token, phone: await setUp(server.app, token, now) };
}

export const tenantOf = (who: Who): string => people[who].tenantId;
