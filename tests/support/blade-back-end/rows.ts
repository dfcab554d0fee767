// Tables of the stand-in, in the memory of its process: what is stored of what is sent, and how it is shown.
import { refusals } from "./answers.ts";

/** What a column holds. `number` and `date` cannot be emptied by an update, texts can. */
type ColumnKind = "id" | "text" | "number" | "date";
export type Value = string | number | null;
export type Row = Record<string, Value>;
type Columns = Readonly<Record<string, ColumnKind>>;

export interface Author {
  readonly userId: string;
  readonly deptId: string;
  readonly tenantId: string;
}

const ownedColumns: Columns = {
  createUser: "id",
  createDept: "id",
  createTime: "date",
  updateUser: "id",
  updateTime: "date",
  status: "number",
  isDeleted: "number",
};

/** A moment as the platform writes it. */
const moment = (at = new Date()): string => at.toISOString().slice(0, 19).replace("T", " ");

/** What an empty value is shown as. */
const shownEmpty: Readonly<Record<ColumnKind, Value>> = { id: -1, number: -1, text: "", date: "" };

let lastId = 1_900_000_000_000_000_000n;
export const nextId = (): string => String((lastId += 1n));

/** Which tags of a formatted text the filter of request bodies lets through; paragraphs are not among them. */
const storedTags = /^(?:a|img|b|strong|i|em)$/i;
const withoutTags = (text: string): string =>
  text.replace(/<\/?([a-z][a-z0-9]*)[^>]*>/gi, (tag, name: string) => (storedTags.test(name) ? tag : ""));

interface TableOptions {
  /** Rows belong to a tenant. */
  readonly ofTenant?: boolean;
  /** Rows say who wrote them and when. Default: they do. */
  readonly hasAuthor?: boolean;
  /** Columns that no answer holds. */
  readonly hidden?: readonly string[];
}

export class Table {
  readonly columns: Columns;
  readonly rows: Row[] = [];
  readonly #hidden: ReadonlySet<string>;

  constructor(
    columns: Columns,
    readonly options: TableOptions = {},
  ) {
    this.columns = {
      id: "id",
      ...(options.ofTenant === true ? { tenantId: "text" } : {}),
      ...columns,
      ...(options.hasAuthor === false ? { isDeleted: "number" } : ownedColumns),
    };
    this.#hidden = new Set(options.hidden);
  }

  /** A row with a value in every column. */
  add(given: Readonly<Record<string, Value>>, author?: Author): Row {
    const base: Row = {
      id: nextId(),
      tenantId: this.options.ofTenant === true ? (author?.tenantId ?? "000000") : null,
      createUser: author?.userId ?? null,
      createDept: author?.deptId ?? null,
      createTime: moment(),
      updateUser: author?.userId ?? null,
      updateTime: moment(),
      status: 1,
      isDeleted: 0,
    };
    const row: Row = Object.fromEntries(Object.keys(this.columns).map((name) => [name, given[name] ?? base[name] ?? null]));
    this.rows.push(row);
    return row;
  }

  find(id: string): Row | undefined {
    return this.rows.find((row) => row["id"] === id);
  }

  /** A new row where there is no id, else a change of the members that are sent. */
  submit(body: Readonly<Record<string, unknown>>, author: Author): Row {
    const id = typeof body["id"] === "string" && body["id"] !== "" ? body["id"] : undefined;
    const sent = this.#read(body);
    if (id === undefined) return this.add(sent, author);
    const row = this.find(id);
    if (row === undefined) throw refusals.business("操作失败");
    return Object.assign(row, sent, { updateUser: author.userId, updateTime: moment() });
  }

  /** What is stored of a body: unknown members are passed over, and what is null is no change (their update strategy is not_null). */
  #read(body: Readonly<Record<string, unknown>>): Record<string, Value> {
    const sent: Record<string, Value> = {};
    for (const [name, holds] of Object.entries(this.columns)) {
      const value = body[name];
      if (name === "id" || value === undefined || value === null || ownedColumnsOf(name)) continue;
      // A list of several ids is one text, joined by commas.
      if (typeof value === "object")
        throw refusals.business("JSON parse error: Cannot deserialize value of type `java.lang.String` from Array value");
      const text = withoutTags(String(value));
      if (holds === "date" && text !== "" && !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u.test(text))
        throw refusals.business(`JSON parse error: Cannot deserialize value of type \`java.util.Date\` from String "${text}"`);
      if (holds === "text") sent[name] = text;
      else if (text !== "") sent[name] = holds === "number" ? this.#number(name, text) : text;
    }
    return sent;
  }

  #number(name: string, text: string): number {
    const value = Number(text);
    if (Number.isNaN(value)) throw refusals.business(`请求参数格式错误: ${name}`);
    return value;
  }

  remove(ids: readonly string[]): boolean {
    const gone = ids.map((id) => this.rows.findIndex((row) => row["id"] === id));
    for (const index of gone.filter((one) => one >= 0).sort((left, right) => right - left)) this.rows.splice(index, 1);
    return gone.some((index) => index >= 0);
  }

  /** A row as answers hold it. */
  shown(row: Row): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.columns).flatMap(([name, kind]) => (this.#hidden.has(name) ? [] : [[name, row[name] ?? shownEmpty[kind]]])),
    );
  }
}

/** What the server writes itself; a status may be sent. */
const ownedColumnsOf = (name: string): boolean => name in ownedColumns && name !== "status";

/** The parts of a list that is joined by commas. */
export const parts = (text: string | undefined): readonly string[] => (text ?? "").split(",").filter((part) => part !== "");

/** The rows that these ids name, without those that there are none for. */
export const rowsIn = (table: Table, ids: readonly string[]): readonly Row[] =>
  ids.map((id) => table.find(id)).filter((row) => row !== undefined);
