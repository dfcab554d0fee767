// Uploads a file to the object storage with progress; the form stores the returned address.
import i18next from "i18next";
import { traitsOf } from "../../fields/screen-traits.ts";
import { ApiFailure } from "../api/failure.ts";
import { isRecord, textOf } from "../api/record.ts";
import { freshSession } from "../api/renewal.ts";
import { failureIn } from "../api/request.ts";
import { base, commonHeaders } from "../api/transport.ts";

const path = "/blade-resource/oss/endpoint/put-file-attach";

export interface UploadedFile {
  /** Its address: the value of the field. */
  readonly link: string;
  /** The name it had on the person's machine. */
  readonly name: string;
}

export interface UploadOptions {
  readonly onProgress?: (percent: number) => void;
  readonly signal?: AbortSignal;
}

/** The limits of fields that declare none. */
const usual = { pictures: { accept: "jpg,jpeg,png,gif,webp", maxKb: 5120 }, any: { accept: "", maxKb: 20_480 } } as const;

export interface UploadLimits {
  /** Endings in lower case; none: every type. */
  readonly endings: readonly string[];
  readonly maxKb: number;
}

export function limitsOf(field: { readonly kind: string; readonly accept?: string; readonly maxKb?: number }): UploadLimits {
  const { accept: usualAccept, maxKb } = usual[traitsOf(field).files ?? "any"];
  const accept = field.accept ?? usualAccept;
  const endings = accept
    .split(",")
    .map((ending) => ending.trim().replace(/^\./, "").toLowerCase())
    .filter(Boolean);
  return { endings, maxKb: field.maxKb ?? maxKb };
}

/** Why a file is rejected before it is sent. */
export function faultOf(file: File, limits: UploadLimits): "type" | "size" | undefined {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const isAccepted =
    limits.endings.length === 0 || limits.endings.includes(ending) || (ending === "jpeg" && limits.endings.includes("jpg"));
  if (!isAccepted) return "type";
  return file.size > limits.maxKb * 1024 ? "size" : undefined;
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

function readAnswer(status: number, text: string): UploadedFile {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiFailure({ status, code: status, error: "unreadable", message: i18next.t("failure.unreadable") });
  }
  const failure = failureIn(status, body);
  if (failure !== undefined) throw failure;
  const data = isRecord(body) && isRecord(body["data"]) ? body["data"] : {};
  return { link: textOf(data["link"]), name: textOf(data["originalName"]) || textOf(data["name"]) };
}

/** Uploads one file (docs/wire.md §9). Throws ApiFailure. `fetch` does not report upload progress, hence XMLHttpRequest. */
export async function uploadFile(file: File, { onProgress, signal }: UploadOptions = {}): Promise<UploadedFile> {
  const session = await freshSession();
  const form = new FormData();
  form.set("file", file);
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", base + path);
    for (const [name, value] of Object.entries(commonHeaders(session?.accessToken))) call.setRequestHeader(name, value);
    call.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100));
    });
    call.addEventListener("load", () => {
      try {
        resolve(readAnswer(call.status, call.responseText));
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
