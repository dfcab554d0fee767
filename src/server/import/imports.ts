// The imports of a process, as the calls of resources use them, with their jobs and the schedule that removes their files.
import { maxImportedBytes, maxSentBytes } from "#schema/import-modes";
import type { Domain } from "../contract.ts";
import type { RowImports } from "../crud/imports.ts";
import { ApiError, missingParameter } from "../http/errors.ts";
import { plainName } from "../http/multipart.ts";
import { importRows } from "./import-rows.ts";
import { aboutOf } from "./job/begin.ts";
import { importFiles } from "./job/import-files.ts";
import { importing } from "./job/import-job.ts";
import type { Imports } from "./job/imports-of.ts";
import { clearImportsQueue, importQueue, undoQueue } from "./job/payload.ts";
import { undoing } from "./job/undo-job.ts";
import { templateOf } from "./template.ts";
import { undoImport } from "./undo.ts";

/** Base64 takes four characters for three bytes. */
const bodyLimit = Math.ceil((maxSentBytes * 4) / 3) + 10_000;

interface ImportsOptions extends Omit<Imports, "files"> {
  /** Where files lie. */
  readonly directory: string;
  readonly milliseconds: () => number;
  /** Throws where the disk of that directory has no room left. */
  readonly requireSpace?: (() => void) | undefined;
}

export const createImports = ({ directory, milliseconds, requireSpace, ...others }: ImportsOptions): Imports => ({
  ...others,
  files: importFiles(directory, milliseconds, requireSpace),
});

/** The calls of imports. */
export const rowImports = (imports: Imports): RowImports => ({
  bodyLimit,
  template: templateOf,
  import: (call) => importRows(imports, call),
  undo: undoImport,
  receive: async ({ context, resource }, request) => {
    const limits = { files: 1, fileSize: maxImportedBytes + 1, fields: 10, fieldSize: 1000, parts: 11, headerPairs: 50 };
    const part = await request.file({ limits });
    if (part === undefined || part.fieldname !== "file") throw missingParameter("file");
    const { upload } = await imports.files.receive(part.file, aboutOf(context, resource.name, plainName(part.filename)));
    return { body: { upload }, discard: () => imports.files.discard(upload) };
  },
});

const notHere = (): never => {
  throw new ApiError(503, "noImports", ["当前进程不执行导入", "This process imports nothing"]);
};

/** The jobs and the schedule of imports. Without `imports` they are known, and refused. */
export function importDomain(imports: Imports | undefined): Domain {
  return {
    reads: {},
    actions: {},
    hooks: {},
    jobs: {
      [importQueue]: imports === undefined ? { run: () => Promise.resolve(notHere()) } : importing(imports),
      [undoQueue]: imports === undefined ? { run: () => Promise.resolve(notHere()) } : undoing(imports),
      [clearImportsQueue]: { run: () => imports?.files.clear() ?? Promise.resolve() },
    },
    schedules: { "import files": { times: { everyMinutes: 60 }, tenants: "platform", job: { queue: clearImportsQueue, payload: null } } },
  };
}
