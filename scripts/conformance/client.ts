// A client of any Blade back-end, in its dialect: what the browser application sends, without a browser.
import { isRecord, parsedJson } from "#schema/json";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sm2 } from "sm-crypto-v2";
import { readRefusal, readSession, tokenCall } from "../../src/admin/api/dialect.ts";
import type { Dialect } from "#schema/dialects/index";
import type { Transform } from "#schema/dialects/types";
import { movedPath } from "#schema/dialects/moved-path";

export interface Answer {
  /** Of HTTP; 0 where nothing answered. */
  readonly status: number;
  /** Of the body, or else of HTTP. */
  readonly code: number;
  readonly data: unknown;
  readonly msg: string;
}

export type Query = Readonly<Record<string, string>>;

export interface Client {
  readonly dialect: Dialect;
  /** `path` as the back-end has it. */
  readonly get: (path: string, query?: Query) => Promise<Answer>;
  readonly post: (path: string, body: object | undefined, query?: Query) => Promise<Answer>;
  /** A password that is stored, as this back-end wants it sent. */
  readonly chosenPassword: (plain: string) => string;
}

interface Account {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
}

interface Connection {
  /** Where its paths begin; that of our own server ends in /api. */
  readonly url: string;
  readonly dialect: Dialect;
  readonly passwordKey: string | undefined;
  /** `id:secret` of the program that calls. */
  readonly client: string;
  /** Milliseconds for one call. */
  readonly patience?: number;
}

/** A sign-in that did not succeed; the message is the back-end's own. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

function transformed(plain: string, transform: Transform, key: string | undefined): string {
  if (transform === "plain") return plain;
  if (transform === "md5") return createHash("md5").update(plain).digest("hex");
  if (key === undefined) throw new SignInError("this back-end wants passwords encrypted: --key names its public key");
  return `04${sm2.doEncrypt(plain, key, 0)}`;
}

const maxAttempts = 5;
/** Seconds. */
const maxWaitSeconds = 60;

interface Sending {
  readonly method: "GET" | "POST";
  readonly query?: Query | undefined;
  readonly body?: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** A back-end that is asked too much says how long to wait; who only tests it does. */
async function send(connection: Connection, path: string, sending: Sending): Promise<Answer & { readonly body: unknown }> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(connection, path, sending);
    if (answer.status !== 429 || attempt === maxAttempts) return answer;
    await setTimeout(Math.min(answer.retryAfter ?? 5, maxWaitSeconds) * 1000);
  }
}

async function sendOnce(
  { url, patience = 30_000 }: Connection,
  path: string,
  { method, query = {}, body, headers }: Sending,
): Promise<Answer & { readonly body: unknown; readonly retryAfter?: number | undefined }> {
  const search = new URLSearchParams(query);
  const isForm = body instanceof URLSearchParams;
  try {
    const answer = await fetch(`${url}${path}${search.size === 0 ? "" : `?${search}`}`, {
      method,
      headers: { ...headers, ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    const read = parsedJson(text);
    const envelope = isRecord(read) ? read : {};
    const code = typeof envelope["code"] === "number" ? envelope["code"] : answer.status;
    return {
      status: answer.status,
      code,
      data: envelope["data"],
      msg: String(envelope["msg"] ?? `HTTP ${answer.status}`),
      body: read,
      retryAfter: secondsIn(answer),
    };
  } catch (error) {
    return { status: 0, code: 0, data: undefined, msg: error instanceof Error ? reasonOf(error) : String(error), body: undefined };
  }
}

function secondsIn(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get("retry-after") ?? "none");
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** Node says why below the failure itself. */
const reasonOf = (error: Error): string => (error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message);

/** Signs in by password. Throws a {@link SignInError}. */
export async function connect(connection: Connection, person: Account): Promise<Client> {
  const { dialect, passwordKey, client } = connection;
  const basic = { Authorization: `Basic ${Buffer.from(client).toString("base64")}` };
  const { parameters, headers } = tokenCall(dialect, {
    type: "password",
    tenantId: person.tenantId,
    account: person.account,
    password: transformed(person.password, dialect.passwords.signIn, passwordKey),
  });
  const answer = await send(connection, dialect.paths.token, {
    method: "POST",
    body: new URLSearchParams(parameters),
    headers: { ...basic, ...headers },
  });
  const session = readSession(dialect, answer.body);
  if (session === undefined) throw new SignInError(readRefusal(dialect, answer.body) || answer.msg);
  const signed = { ...basic, "Blade-Auth": `bearer ${session.accessToken}` };
  return {
    dialect,
    get: (path, query) => send(connection, path, { method: "GET", query, headers: signed }),
    post: (path, body, query) => send(connection, movedPath(dialect, path), { method: "POST", query, body, headers: signed }),
    chosenPassword: (plain) => transformed(plain, dialect.passwords.chosen, passwordKey),
  };
}
