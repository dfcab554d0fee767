// The one way to call the server: the payload of the envelope, or what became of the failure (docs/specification.md §8, docs/wire.md §2).
import i18next from "i18next";
import { settings } from "../browser/settings.ts";
import { takePrefetchedRead } from "./prefetched-reads.ts";
import { ApiFailure, type FieldIssue, type RowTarget } from "./failure.ts";
import { isRecord, textOf } from "./wire-data.ts";
import { freshSession } from "./fresh-session.ts";
import { keyedWrite } from "./idempotency-keys.ts";
import { setRequirement, endSession, session } from "./session.ts";
import { fetchAnswer, queryString, readBody, type Method, type RequestOptions } from "./transport.ts";

function targetIn({ target }: Record<string, unknown>): readonly RowTarget[] {
  if (!isRecord(target)) return [];
  const [resource, id] = [textOf(target["resource"]), textOf(target["id"])];
  return resource === "" || id === "" ? [] : [{ resource, id, title: textOf(target["title"]), action: textOf(target["action"]) }];
}

function issuesOf(data: Record<string, unknown>): readonly FieldIssue[] {
  const issues = Array.isArray(data["issues"]) ? data["issues"].filter(isRecord) : [];
  return issues.map((issue) => ({
    code: textOf(issue["code"]),
    path: Array.isArray(issue["path"]) ? issue["path"].filter((part) => typeof part === "string" || typeof part === "number") : [],
    parameters: isRecord(issue["parameters"])
      ? Object.fromEntries(
          Object.entries(issue["parameters"]).flatMap(([name, value]) =>
            typeof value === "string" || typeof value === "number" ? [[name, value]] : [],
          ),
        )
      : {},
    message: textOf(issue["message"]),
  }));
}

/** The failure in an answer; undefined for a successful one. */
export function failureIn(status: number, body: unknown): ApiFailure | undefined {
  const envelope = isRecord(body) ? body : {};
  const given = Number(envelope["code"]);
  const sent = envelope["code"] === undefined || Number.isNaN(given) ? status : given;
  // A missing right, where the session goes on: the status tells it from a session that has ended (docs/wire.md §10.1).
  const code = sent === 401 && status === settings.dialect.forbiddenStatus ? 403 : sent;
  // 202: a background job goes on with it, whose payload names it (docs/wire.md §2).
  if (code === 200 || (code === 202 && status === 202) || (envelope["code"] === undefined && status >= 200 && status < 300))
    return undefined;
  const data = isRecord(envelope["data"]) ? envelope["data"] : {};
  return new ApiFailure({
    status,
    code,
    error: textOf(data["error"]) || textOf(envelope["error"]) || `code${code}`,
    message: textOf(envelope["msg"]) || textOf(envelope["error_description"]) || i18next.t("failure.unknown"),
    issues: issuesOf(data),
    targets: [data, ...(Array.isArray(data["issues"]) ? data["issues"].filter(isRecord) : [])].flatMap(targetIn),
    data,
    silent: settings.silentCodes.includes(code),
  });
}

/** Ends the session, and gives the failure to throw. */
export function sessionEnded(status: number): ApiFailure {
  endSession("expired");
  // The sign-in page reports it once; callers that waited for this answer add nothing.
  return new ApiFailure({ status, code: 401, error: "session-ended", message: i18next.t("failure.expired"), silent: true });
}

/** The payload of an answer, or what became of the failure in it. `current` is the session that the call was sent with. */
export function payloadIn(status: number, body: unknown, current: { readonly accessToken: string } | undefined): unknown {
  const failure = failureIn(status, body);
  if (failure !== undefined) {
    // An answer to a replaced token does not concern the current one.
    if (failure.code === 401 && current !== undefined && session()?.accessToken === current.accessToken) throw sessionEnded(status);
    if (failure.error === "mustChangePassword" || failure.error === "mustSetUpFactor") setRequirement(failure.error, true);
    throw failure;
  }
  return isRecord(body) && "code" in body ? body["data"] : body;
}

/**
 * Calls the server and gives the payload of the envelope. Throws {@link ApiFailure}; a 401, in the status or in the body (docs/wire.md
 * §10.1), ends the session once for all calls under way. A write that is sent again because no answer came is carried out once.
 */
export async function request(method: Method, path: string, options: RequestOptions = {}): Promise<unknown> {
  const started = method === "GET" ? takePrefetchedRead(path + queryString(options.query)) : undefined;
  if (started !== undefined) return started;
  const current = await freshSession();
  const write = keyedWrite(method, path, options);
  const headers = write === undefined ? options.headers : { ...options.headers, "Idempotency-Key": write.key };
  let answer: { readonly status: number; readonly body: unknown } | undefined;
  try {
    const response = await fetchAnswer(method, path, { ...options, ...(headers === undefined ? {} : { headers }) }, current?.accessToken);
    answer = { status: response.status, body: await readBody(response, options.signal) };
  } finally {
    write?.end(answer);
  }
  return payloadIn(answer.status, answer.body, current);
}
