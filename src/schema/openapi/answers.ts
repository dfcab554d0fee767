// What calls answer: the envelope of a success, and every refusal by its status (docs/wire.md §2).
import { importModes } from "../import-modes.ts";
import { takesIdempotencyKey, type AnswerShape, type Endpoint } from "../endpoints.ts";
import { approvalActs } from "../history.ts";
import type { ResourceModel } from "../model.ts";
import type { ReadShape } from "../resource.ts";
import { integers, json, object, refTo, schemaName, type Node } from "./node.ts";

/** Schemas of answers. `success` tells the envelope of a success from that of a refusal. */
export const answerComponents: Readonly<Record<string, Node>> = {
  Done: object({ code: { const: 200 }, success: { const: true }, msg: { type: "string" } }, ["code", "success", "msg"]),
  Refusal: {
    description: "`data.error` is a stable code; some refusals have further facts beside it",
    ...object(
      {
        code: { type: "integer", description: "The HTTP status, but for 401" },
        success: { const: false },
        msg: { type: "string", description: "The sentence for people, in their language" },
        data: object(
          {
            error: { type: "string" },
            issues: { type: "array", items: refTo("schemas", "Issue"), description: "What is wrong with which field" },
            target: refTo("schemas", "Target"),
          },
          ["error"],
        ),
      },
      ["code", "success", "data", "msg"],
    ),
  },
  SignInFirst: {
    description: "No token, or a bad one: the only refusal with HTTP 200",
    allOf: [refTo("schemas", "Refusal"), { type: "object", properties: { code: { const: 401 } } }],
  },
  Issue: object(
    {
      code: { type: "string" },
      path: { type: "array", items: { type: ["string", "integer"] } },
      parameters: { type: "object", additionalProperties: true },
      message: { type: "string" },
      target: refTo("schemas", "Target"),
    },
    ["code", "path", "parameters", "message"],
  ),
  Target: {
    description: "A row where a refusal is mended, and the action that does",
    ...object({ resource: { type: "string" }, id: { type: "string" }, title: { type: "string" }, action: { type: "string" } }, [
      "resource",
      "id",
    ]),
  },
  Page: object(
    {
      ...integers("total", "size", "current", "pages"),
      totals: {
        type: "object",
        additionalProperties: { type: "string" },
        description: "Sums over all rows that the filters find (`totals` of the definition), where the user sees what they add up",
      },
      estimated: { const: true, description: "`total` and `pages` are estimates: the table is too large to be counted" },
    },
    ["total", "size", "current", "pages"],
  ),
  HistoryRow: object(
    {
      id: { type: "string", description: "Of the change; what revert takes as change" },
      resource: { type: "string" },
      row: { type: "string", description: "Its id" },
      title: { type: "string" },
      action: { enum: ["add", "edit", "remove", "restore", "touch"] },
      fields: { type: "array", items: { type: "string" }, description: "What has changed, of what the caller may see" },
      masked: { type: "array", items: { type: "string" }, description: "Of these, the ones whose values are not told" },
      before: { type: "object", description: "The values of these fields, with their labels" },
      after: { type: "object" },
      named: { type: "object", description: "Of a row without a title of its own: what lists show of it" },
    },
    ["id", "resource", "row", "action", "fields", "before", "after"],
  ),
  ApprovalStep: object(
    {
      id: { type: "string" },
      at: { type: "string", description: "Where it stands among the entries, whose ids grow with time" },
      time: { type: "string" },
      person: { type: "string" },
      act: { enum: [...approvalActs] },
      task: { type: "string", description: "The step of the process" },
      comment: { type: "string" },
      files: { type: "array", items: object({ address: { type: "string" }, name: { type: "string" } }, ["address", "name"]) },
    },
    ["id", "at", "time", "person", "act", "task", "comment", "files"],
  ),
  HistoryEvents: object(
    {
      resource: { type: "string" },
      by: { type: "string", description: "The field by which they name the record" },
      timeField: { type: "string" },
      at: { type: "string", description: "Where they stand among the entries, whose ids grow with time" },
      from: { type: "string" },
      to: { type: "string" },
      isMonth: { type: "boolean" },
      count: { type: "integer" },
      hasMore: { type: "boolean", description: "There are more than were counted" },
    },
    ["resource", "by", "timeField", "at", "from", "to", "isMonth", "count", "hasMore"],
  ),
  HistoryEntry: object(
    {
      id: { type: "string" },
      time: { type: "string" },
      account: { type: "string", description: "With the name of the API token, where one was used" },
      person: { type: "string" },
      call: { type: "string", description: "submit, remove, the name of an action, or the queue of a job" },
      callTitle: { type: "string" },
      rows: { type: "array", items: refTo("schemas", "HistoryRow") },
      more: { type: "integer", description: "Rows that it has written besides, where there are many" },
    },
    ["id", "time", "account", "call", "rows"],
  ),
  RemovedRow: object(
    {
      id: { type: "string" },
      title: { type: "string" },
      time: { type: "string", description: "When it was removed" },
      person: { type: "string", description: "Who has removed it" },
      row: { type: "object", description: "As a detail answers it" },
    },
    ["id", "title", "time", "person", "row"],
  ),
  ChartGroup: object(
    {
      key: { type: "string", description: "The value that the rows have in common; yyyy-MM-dd or yyyy-MM of a day or a month" },
      name: { type: "string", description: "The value in words" },
      values: { type: "array", items: { type: "string" }, description: "The number of rows, or the sums of the definition in their order" },
    },
    ["key", "name", "values"],
  ),
  TreeNode: {
    ...object({
      id: { type: "string" },
      parentId: { type: "string" },
      key: { type: "string" },
      value: { type: "string" },
      title: { type: "string" },
      children: { type: "array", items: refTo("schemas", "TreeNode") },
      hasChildren: { type: "boolean" },
      disabled: { type: "boolean", description: "It only holds others and cannot be chosen" },
    }),
  },
};

/** The envelope of a success around a payload. */
export function envelope(data: Node): Node {
  return { allOf: [refTo("schemas", "Done"), object({ data }, ["data"])] };
}

/** The answer with HTTP 200 of a call that needs a token. */
export const answered = (data: Node): Node => json("操作成功", { oneOf: [envelope(data), refTo("schemas", "SignInFirst")] });

const pageOf = (row: Node): Node => ({
  allOf: [refTo("schemas", "Page"), object({ records: { type: "array", items: row } }, ["records"])],
});

const refusal = (description: string): Node => json(description, refTo("schemas", "Refusal"));

const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** A download, or a later part of it. */
const file: Node = { type: "string", format: "binary" };

const text: Node = { type: "string" };
const listOf = (items: Node): Node => ({ type: "array", items });

/** So many rows, and the first of them. */
const countedRows = (members: Readonly<Record<string, Node>>): Node =>
  object({ count: { type: "integer" }, rows: listOf(object({ row: { type: "integer" }, title: text, ...members }, ["row", "title"])) }, [
    "count",
    "rows",
  ]);

/** What becomes of the rows of one change. */
const batchSchema = object(
  {
    done: { type: "boolean", description: "False for a trial" },
    ids: { type: "array", items: text, description: "The keys of all rows that the change is for" },
    rows: { type: "integer" },
    changed: object(
      {
        count: { type: "integer" },
        rows: listOf(
          object(
            {
              id: text,
              title: text,
              version: { type: "integer", description: "The version that the row has now" },
              before: { type: "object", description: "What the changed fields had" },
              labels: { type: "object", description: "What the rows are called that these referred to" },
              after: { type: "object", description: "What they have now" },
            },
            ["id", "title", "before", "labels", "after"],
          ),
        ),
      },
      ["count", "rows"],
    ),
    unchanged: object({ count: { type: "integer" } }, ["count"]),
    refused: object(
      {
        count: { type: "integer" },
        rows: listOf(
          object(
            { id: text, title: text, problems: listOf(object({ field: text, label: text, message: text }, ["field", "label", "message"])) },
            ["id", "title", "problems"],
          ),
        ),
      },
      ["count", "rows"],
    ),
  },
  ["done", "ids", "rows", "changed", "unchanged", "refused"],
);

/** What becomes of the rows of a file. */
const importSchema = object(
  {
    done: {
      type: "boolean",
      description: "Whether rows were written: neither in a trial nor where rows are refused that the others wait for",
    },
    written: { type: "string", description: "The key of the first row that was written; empty for none" },
    undo: { type: "string", description: "What the import is taken back with; empty where it cannot be" },
    sheets: listOf(text),
    sheet: text,
    columns: listOf(
      object({ heading: text, field: { type: "string", description: "Empty for a column that is passed over" } }, ["heading", "field"]),
    ),
    fields: listOf(object({ name: text, label: text, required: { type: "boolean" } }, ["name", "label", "required"])),
    keys: listOf(object({ fields: text, label: text }, ["fields", "label"])),
    key: { type: "string", description: "The fields by which rows were found, comma-joined" },
    mode: { enum: [...importModes] },
    rows: { type: "integer" },
    added: countedRows({}),
    changed: countedRows({
      changes: listOf(object({ field: text, label: text, before: text, after: text }, ["field", "label", "before", "after"])),
    }),
    unchanged: object({ count: { type: "integer" } }, ["count"]),
    refused: countedRows({ problems: listOf(object({ field: text, label: text, message: text }, ["field", "label", "message"])) }),
  },
  [
    "done",
    "written",
    "undo",
    "sheets",
    "sheet",
    "columns",
    "fields",
    "keys",
    "key",
    "mode",
    "rows",
    "added",
    "changed",
    "unchanged",
    "refused",
  ],
);

/** The work goes on in the background. */
const jobSchema = object(
  { code: { const: 202 }, success: { const: true }, data: object({ job: { type: "string" } }, ["job"]), msg: { type: "string" } },
  ["code", "success", "data", "msg"],
);

/** The answers that calls of several resources give, by name. */
export const sharedAnswers: Readonly<Record<string, Node>> = {
  Success: answered({}),
  Open: json("操作成功", envelope({})),
  Saved: answered(object({ id: { type: "string" } }, ["id"])),
  TreeNodes: answered({ type: "array", items: refTo("schemas", "TreeNode") }),
  Charts: answered({
    description: "The groups of each chart by its name. A chart of fields that the caller cannot read is absent",
    type: "object",
    additionalProperties: { type: "array", items: refTo("schemas", "ChartGroup") },
  }),
  History: answered(
    object(
      {
        entries: { type: "array", items: refTo("schemas", "HistoryEntry") },
        steps: { type: "array", items: refTo("schemas", "ApprovalStep"), description: "Of its approvals, in the same time" },
        events: {
          type: "array",
          items: refTo("schemas", "HistoryEvents"),
          description: "How much happened to it in a day or a month of the same time, such as scans",
        },
        next: { type: "string", description: "What the next page is asked for with, as before; empty on the last" },
        created: {
          ...object({ time: { type: "string" }, person: { type: "string" } }),
          description: "When the record was made and by whom, on the last page",
        },
        linesUnknown: {
          const: true,
          description: "Of a comparison: there may be further lines, which the caller does not see or which are not in the history",
        },
      },
      ["entries", "steps", "events", "next"],
    ),
  ),
  Reverted: answered(
    object(
      {
        id: { type: "string" },
        restored: { type: "array", items: { type: "string" }, description: "Fields that have their former values again" },
        kept: { type: "array", items: { type: "string" }, description: "Fields with other values, which no submit writes" },
        lines: { type: "integer", description: "Lines that were written so that they are as they were; absent for none" },
        linesChanged: {
          const: true,
          description: "Lines still differ: no submit writes them, or they are not written with their document",
        },
        linesUnknown: {
          const: true,
          description: "There may be further lines, which stay: ones that the caller does not see, or that are not in the history",
        },
      },
      ["id"],
    ),
  ),
  SavedLines: answered(
    object(
      {
        id: { type: "string" },
        lines: { type: "array", items: { type: "string" }, description: "The ids of the lines that were sent, in their order" },
      },
      ["id", "lines"],
    ),
  ),
  Imported: answered(importSchema),
  ImportUndone: answered(
    object(
      {
        removed: { type: "integer", description: "Rows that the import had added, and that are gone" },
        restored: { type: "integer", description: "Rows that have their former values again" },
      },
      ["removed", "restored"],
    ),
  ),
  BatchUpdated: answered(batchSchema),
  Removed: answered(pageOf(refTo("schemas", "RemovedRow"))),
  File: {
    description: "The file",
    content: {
      "application/json": { schema: refTo("schemas", "SignInFirst") },
      ...Object.fromEntries(["text/plain", "text/csv", "application/zip", workbook].map((type) => [type, { schema: file }])),
    },
  },
  ExportFile: {
    description: "The file",
    content: {
      "application/json": { schema: refTo("schemas", "SignInFirst") },
      ...Object.fromEntries(["text/csv", workbook].map((type) => [type, { schema: file }])),
    },
  },
  ExportJob: json("It takes longer than ten seconds: a background job makes the file, which its owner downloads from the job", jobSchema),
  ImportJob: json("There are many rows: a background job imports them, and its answer is read with `job`", jobSchema),
  FilePart: { description: "The part of it that the header Range names" },
  NoSuchPart: { description: "The file ends before the part that the header Range names" },
  Unsigned: json("Only: sign in", refTo("schemas", "SignInFirst")),
  Refused: refusal("A rule forbids it, or the request is wrong"),
  Forbidden: refusal("Signed in, but the right is missing, or the initial password must be changed first"),
  NotThere: refusal("There is nothing at this address"),
  Stale: refusal(
    "Somebody else changed the row since it was read: both values are in `current` and `submitted` of `data`. Or the call with this Idempotency-Key is still being carried out",
  ),
  KeyInUse: refusal("The call with this Idempotency-Key is still being carried out"),
  KeyReused: refusal("This Idempotency-Key was used for a request with another content"),
  TooLarge: refusal("The body, or a file in it, is too large"),
  WrongType: refusal("The content type is not read here"),
  TooMany: refusal("Too many calls in a minute"),
  Missing: refusal("Declared, and not available yet"),
  Busy: refusal("The server is busy; try again in a moment"),
  Full: refusal("The disk of the server is full, or cannot be written; a read may need room as well"),
};

const nameOfShape: Readonly<Record<ReadShape, (name: string) => string>> = {
  page: (name) => `${name}Page`,
  rows: (name) => `${name}Rows`,
  "by-ids": (name) => `${name}Rows`,
  forest: (name) => `${name}Forest`,
  level: (name) => `${name}Forest`,
  tree: () => "TreeNodes",
  "node-level": () => "TreeNodes",
  custom: () => "Success",
};

/** The answers that a resource's calls may give, by name. */
export function answersOf(resource: ResourceModel): Readonly<Record<string, Node>> {
  const name = schemaName(resource.name);
  const row = refTo("schemas", `${name}Row`);
  const branch = { allOf: [row, object({ children: { type: "array", items: {} }, hasChildren: { type: "boolean" } })] };
  return {
    [`${name}Page`]: answered(pageOf(row)),
    [`${name}One`]: answered(row),
    [`${name}Rows`]: answered({ type: "array", items: row }),
    [`${name}Forest`]: answered({ type: "array", items: branch }),
  };
}

function nameOfSuccess(answer: AnswerShape, name: string): string {
  switch (answer) {
    case "refused":
    case "refusedState":
      return "Unsigned";
    case "saved":
      return "Saved";
    case "one":
      return `${name}One`;
    case "done":
      return "Success";
    case "file":
      return "File";
    case "export":
      return "ExportFile";
    case "charts":
      return "Charts";
    case "history":
      return "History";
    case "reverted":
      return "Reverted";
    case "savedLines":
      return "SavedLines";
    case "imported":
      return "Imported";
    case "importUndone":
      return "ImportUndone";
    case "batchUpdated":
      return "BatchUpdated";
    case "template":
      return "ExportFile";
    case "removed":
      return "Removed";
    default:
      return nameOfShape[answer](name);
  }
}

/** What decides how a call may be refused. */
export interface Refusals {
  readonly isOpen?: boolean;
  readonly hasBody?: boolean;
  readonly hasPathParameter?: boolean;
  readonly mayBeStale?: boolean;
  readonly isMissing?: boolean;
  readonly isUncounted?: boolean;
  /** It takes an Idempotency-Key. */
  readonly isKeyed?: boolean;
}

/** The refusals of a call by their status. Methods that a path does not have are answered 405, and are no calls. */
export function refusalsOf({ isOpen, hasBody, hasPathParameter, mayBeStale, isMissing, isUncounted, isKeyed }: Refusals): Node {
  const names: Readonly<Record<number, string | false | undefined>> = {
    400: "Refused",
    403: isOpen !== true && "Forbidden",
    404: hasPathParameter === true && "NotThere",
    409: mayBeStale === true ? "Stale" : isKeyed === true && "KeyInUse",
    413: hasBody === true && "TooLarge",
    415: hasBody === true && "WrongType",
    422: isKeyed === true && "KeyReused",
    429: isUncounted !== true && "TooMany",
    501: isMissing === true && "Missing",
    503: "Busy",
    507: "Full",
  };
  return Object.fromEntries(
    Object.entries(names).flatMap(([status, name]) => (typeof name === "string" ? [[status, refTo("responses", name)]] : [])),
  );
}

/** How much of a call is not available yet. */
type Unavailable = "nothing" | "some" | "all";

/** All answers of an endpoint by their status. */
export function responsesOf(endpoint: Endpoint, resource: ResourceModel, unavailable: Unavailable): Node {
  const { answer, method, parameters, body, action, open } = endpoint;
  const isOpen = open === "anonymous";
  const isMissing = unavailable === "all";
  const success = isMissing ? "Unsigned" : nameOfSuccess(answer, schemaName(resource.name));
  return {
    200: refTo("responses", isOpen ? "Open" : success),
    ...(answer === "export" && !isMissing ? { 202: refTo("responses", "ExportJob") } : {}),
    ...((answer === "imported" || answer === "importUndone") && !isMissing ? { 202: refTo("responses", "ImportJob") } : {}),
    ...(answer === "file" && !isMissing ? { 206: refTo("responses", "FilePart"), 416: refTo("responses", "NoSuchPart") } : {}),
    ...refusalsOf({
      isOpen,
      hasBody: method !== "GET",
      hasPathParameter: parameters.some(({ meaning }) => meaning === "inPath"),
      mayBeStale: !isMissing && (answer === "saved" || (body === "rows" && (action === undefined || action.submits !== undefined))),
      isMissing: unavailable !== "nothing",
      isKeyed: takesIdempotencyKey(endpoint),
    }),
  };
}
