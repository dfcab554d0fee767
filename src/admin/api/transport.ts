// Sends one call and reads its answer: headers, time limit, body (docs/specification.md §7, §9; docs/wire.md §1).
import i18next from "i18next";
import { movedPath } from "../../schema/dialects/moved-path.ts";
import { settings } from "../browser/settings.ts";
import { reportUnanswered } from "../browser/connection.ts";
import { ApiFailure } from "./failure.ts";

/** Everything is called below this (docs/specification.md §7). */
export const base = "/api";
/** Milliseconds after which a call is given up (docs/specification.md §9). */
const timeLimit = 10_000;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

export interface RequestOptions {
  /** Empty values are left out, arrays comma-joined (docs/wire.md §5, §10.5). */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** An object is sent as JSON, a form or parameters as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Milliseconds; ten seconds by default. Uploads take longer. */
  readonly timeLimit?: number;
  /** It is sent although the page goes. */
  readonly keepalive?: true;
}

/** The address of a call: some back-ends have it elsewhere. */
export const apiUrl = (path: string, dialect = settings.dialect): string => base + movedPath(dialect, path);

/** The query string of a call, with its question mark; "" without parameters. */
export function queryString(query: RequestOptions["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === "") continue;
    const text = Array.isArray(value) ? value.join(",") : String(value);
    if (text !== "") parameters.set(name, text);
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

function languageHeader(): string {
  return i18next.language === "en" ? "en" : "zh-CN";
}

/** Headers of every call (docs/wire.md §1); the token only while signed in. */
export function commonHeaders(accessToken: string | undefined): Record<string, string> {
  return {
    Authorization: `Basic ${btoa(settings.client)}`,
    "Accept-Language": languageHeader(),
    ...(accessToken === undefined ? {} : { "Blade-Auth": `bearer ${accessToken}` }),
  };
}

function unreached(error: unknown, signal: AbortSignal | undefined): ApiFailure {
  if (signal?.aborted) return new ApiFailure({ status: 0, code: 0, error: "aborted", message: "", silent: true });
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new ApiFailure({ status: 0, code: 0, error: "timeout", message: i18next.t("failure.timeout") });
  reportUnanswered();
  return new ApiFailure({ status: 0, code: 0, error: "network", message: i18next.t("failure.network") });
}

/** Sends a call. Throws {@link ApiFailure} when no answer comes. */
export async function fetchAnswer(
  method: Method,
  path: string,
  options: RequestOptions,
  accessToken: string | undefined,
): Promise<Response> {
  const isForm = options.body instanceof FormData || options.body instanceof URLSearchParams;
  const limit = AbortSignal.timeout(options.timeLimit ?? timeLimit);
  try {
    return await fetch(apiUrl(path) + queryString(options.query), {
      method,
      headers: {
        ...commonHeaders(accessToken),
        ...(options.body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
        ...options.headers,
      },
      credentials: "same-origin",
      ...(options.keepalive === true ? { keepalive: true } : {}),
      signal: options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]),
      ...(options.body === undefined
        ? {}
        : {
            body: options.body instanceof FormData || options.body instanceof URLSearchParams ? options.body : JSON.stringify(options.body),
          }),
    });
  } catch (error) {
    throw unreached(error, options.signal);
  }
}

/** The JSON of an answer; undefined when it is empty. */
export async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw unreached(error, signal);
  }
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // A proxy's page instead of an answer.
    throw new ApiFailure({ status: response.status, code: response.status, error: "unreadable", message: i18next.t("failure.unreadable") });
  }
}

/**
 * Calls that issue or take tokens answer without the envelope (docs/wire.md §3); the sign-in page shows their refusals (docs/wire.md
 * §10.14).
 */
export async function requestBare(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetchAnswer(method, path, options, undefined);
  return { status: response.status, body: await readBody(response, options.signal) };
}
