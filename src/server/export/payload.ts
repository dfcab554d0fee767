// What the job of an export is given: the call as it was, and who made it.
import { z } from "zod";
import { requestedBy } from "../jobs/requester.ts";
import { exportFormats } from "./sheet.ts";

/** The queue of exports that take longer than a call may. */
export const exportQueue = "list-export";
/** The queue that removes their files. */
export const clearQueue = "export-files";

export const exportPayload = z.object({
  resource: z.string(),
  read: z.string().nullable(),
  query: z.record(z.string(), z.string()),
  format: z.enum(exportFormats),
  /** Of the file. */
  name: z.string(),
  ...requestedBy,
});

export type ExportPayload = z.infer<typeof exportPayload>;
