// Fetches a file. Loaded with the first download.
import i18next from "i18next";
import { ApiFailure } from "./failure.ts";
import { freshSession } from "./renewal.ts";
import { failureIn, sessionEnded } from "./request.ts";
import { fetchAnswer, readBody, type RequestOptions } from "./transport.ts";

/** A file takes as long as it takes; milliseconds of a day. */
const longestDownload = 86_400_000;

export interface Download {
  readonly blob: Blob;
  /** The name the server gives the file; "" when it gives none. */
  readonly name: string;
}

function nameIn(disposition: string | null): string {
  const encoded = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(disposition ?? "")?.[1] ?? "";
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return encoded;
    throw error;
  }
}

/** Fetches a file. A back-end reports an error as an envelope instead of the file (docs/wire.md §9), so the content type is checked. */
export async function download(path: string, options: RequestOptions = {}, method: "GET" | "POST" = "GET"): Promise<Download> {
  const current = await freshSession();
  const response = await fetchAnswer(method, path, { timeLimit: longestDownload, ...options }, current?.accessToken);
  if ((response.headers.get("content-type") ?? "").includes("json")) {
    const body = await readBody(response, options.signal);
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
