// The job of an import that somebody has begun in this tab: whoever closes its dialog, or loads the page anew, finds it again.
import { importModes } from "../../../schema/import-modes.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { readStored, writeStored } from "../../browser/storage.ts";
import type { ImportChoices } from "./use-import.ts";

/** What a job is for. */
const purposes = ["checking", "importing", "undoing"] as const;
export type JobPurpose = (typeof purposes)[number];

/** A job with what its file was checked with. */
export interface StartedJob {
  readonly job: string;
  readonly purpose: JobPurpose;
  readonly choices: ImportChoices;
}

const storedAs = (resource: string): string => `import-job.${resource}`;

/** The job of a list; undefined where none was begun. */
export function rememberedJob(resource: string): StartedJob | undefined {
  const content = readStored(storedAs(resource), "session")?.content;
  if (!isRecord(content) || !isRecord(content["choices"])) return undefined;
  const purpose = purposes.find((one) => one === content["purpose"]);
  const { mode, empty, sheet, key, columns } = content["choices"];
  const optional = (value: unknown) => (typeof value === "string" ? value : undefined);
  if (purpose === undefined) return undefined;
  return {
    job: textOf(content["job"]),
    purpose,
    choices: {
      mode: importModes.find((one) => one === mode) ?? "both",
      empty: empty === "clear" ? "clear" : "leave",
      sheet: optional(sheet),
      key: optional(key),
      columns: optional(columns),
    },
  };
}

/** Remembers a job, or that there is none. */
export const rememberJob = (resource: string, job: StartedJob | undefined): void =>
  writeStored(storedAs(resource), job ?? null, Date.now(), "session");
