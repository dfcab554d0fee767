// A form with files, sent with its progress. `fetch` does not report what was sent, hence XMLHttpRequest.
import i18next from "i18next";
import { ApiFailure } from "./failure.ts";
import { freshSession } from "./fresh-session.ts";
import { payloadIn } from "./request.ts";
import { apiUrl, commonHeaders } from "./transport.ts";

export interface SendingOptions {
  readonly onProgress?: (percent: number) => void;
  readonly signal?: AbortSignal;
}

function unanswered(error: "network" | "aborted"): ApiFailure {
  return new ApiFailure({
    status: 0,
    code: 0,
    error,
    message: error === "network" ? i18next.t("failure.network") : "",
    silent: error === "aborted",
  });
}

function jsonOf(status: number, text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiFailure({ status, code: status, error: "unreadable", message: i18next.t("failure.unreadable") });
  }
}

/** Sends a form and gives the payload of the answer. It takes as long as it takes. Throws ApiFailure. */
export async function sendForm(path: string, form: FormData, { onProgress, signal }: SendingOptions = {}): Promise<unknown> {
  const session = await freshSession();
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(unanswered("aborted"));
      return;
    }
    const call = new XMLHttpRequest();
    call.open("POST", apiUrl(path));
    for (const [name, value] of Object.entries(commonHeaders(session?.accessToken))) call.setRequestHeader(name, value);
    call.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100));
    });
    call.addEventListener("load", () => {
      try {
        resolve(payloadIn(call.status, jsonOf(call.status, call.responseText), session));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    call.addEventListener("error", () => reject(unanswered("network")));
    call.addEventListener("abort", () => reject(unanswered("aborted")));
    signal?.addEventListener("abort", () => call.abort());
    call.send(form);
  });
}
