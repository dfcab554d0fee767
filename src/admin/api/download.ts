// Fetches a file. Loaded with the first download.
import i18next from "i18next";
import { ApiFailure } from "./failure.ts";
import { freshSession } from "./fresh-session.ts";
import { isRecord } from "../../schema/json.ts";
import { failureIn, sessionEnded } from "./request.ts";
import { fetchAnswer, readBody, type RequestOptions } from "./transport.ts";

/** A file takes as long as it takes; milliseconds of a day. */
const maxDownloadMs = 86_400_000;

export interface Download {
  readonly blob: Blob;
  /** The name the server gives the file; "" when it gives none. */
  readonly name: string;
}

/** A background job makes the file. */
interface StartedJob {
  readonly job: string;
}

function jobIn(status: number, body: unknown): string | undefined {
  const data = status === 202 && isRecord(body) ? body["data"] : undefined;
  return isRecord(data) && typeof data["job"] === "string" ? data["job"] : undefined;
}

function nameIn(disposition: string | null): string {
  // The name in full stands behind the one for browsers that know only ASCII (RFC 6266).
  const encoded = (/filename\*=UTF-8''([^";]+)/i.exec(disposition ?? "") ?? /filename="?([^";]+)/i.exec(disposition ?? ""))?.[1] ?? "";
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return encoded;
    throw error;
  }
}

type Method = "GET" | "POST";

/** Fetches a file, or learns of the job that makes it. A back-end reports an error as an envelope instead of the file (docs/wire.md §9), so the content type is checked. */
export async function downloadOrJob(path: string, options: RequestOptions = {}, method: Method = "GET"): Promise<Download | StartedJob> {
  const current = await freshSession();
  const response = await fetchAnswer(method, path, { timeLimit: maxDownloadMs, ...options }, current?.accessToken);
  if ((response.headers.get("content-type") ?? "").includes("json")) {
    const body = await readBody(response, options.signal);
    const job = jobIn(response.status, body);
    if (job !== undefined) return { job };
    const failure = failureIn(response.status, body);
    if (failure?.code === 401) throw sessionEnded(response.status);
    if (failure !== undefined) throw failure;
    return { blob: new Blob([JSON.stringify(body)]), name: "" };
  }
  if (!response.ok)
    throw new ApiFailure({
      status: response.status,
      code: response.status,
      error: `code${response.status}`,
      message: i18next.t("failure.unknown"),
    });
  return { blob: await response.blob(), name: nameIn(response.headers.get("content-disposition")) };
}

/** Fetches a file of a call that always answers one. */
export async function download(path: string, options: RequestOptions = {}, method: Method = "GET"): Promise<Download> {
  const answer = await downloadOrJob(path, options, method);
  if ("job" in answer) throw new ApiFailure({ status: 202, code: 202, error: "job", message: i18next.t("failure.unknown") });
  return answer;
}
