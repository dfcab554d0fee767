// The calls that most entities have: a list, one row, saving and removing.
import { done, failed, refusals, type Answer } from "./answers.ts";
import { needed, type Call, type Endpoint } from "./calls.ts";
import { byEntity, byMap, page } from "./filters.ts";
import { parts, type Row, type Table } from "./rows.ts";

export interface CrudOptions {
  /** Parameters of the list are bound to the entity, so that only equality is known. */
  readonly isBound?: boolean;
  /** Answers a list in another shape than a page. */
  readonly list?: (call: Call, found: readonly Row[]) => Answer;
  /** What answers hold besides the columns. */
  readonly also?: (row: Row) => Readonly<Record<string, unknown>>;
  readonly listFor?: Endpoint["for"];
  /** Columns that one row has in its answer, and a list leaves out. */
  readonly notListed?: readonly string[];
  readonly onlyReads?: boolean;
  /** Looks at what is sent before it is stored, and may add to it. */
  readonly before?: (call: Call) => Readonly<Record<string, unknown>>;
  readonly after?: (row: Row, isNew: boolean, call: Call) => void;
}

/** Who is no administrator of the platform works on rows of their own tenant. */
export function ofCaller(table: Table, rows: readonly Row[], { caller }: Call): readonly Row[] {
  return table.options.ofTenant === true && caller.tenantId !== "000000" ? rows.filter((row) => row["tenantId"] === caller.tenantId) : rows;
}

export function crud(path: string, table: Table, options: CrudOptions = {}): readonly Endpoint[] {
  const { also = () => ({}), before = ({ body }: Call) => body, listFor = "signed-in", notListed = [] } = options;
  const show = (row: Row): Record<string, unknown> => ({ ...table.shown(row), ...also(row) });
  const showListed = (row: Row): Record<string, unknown> =>
    Object.fromEntries(Object.entries(show(row)).filter(([name]) => !notListed.includes(name)));
  const list = (call: Call): Answer => {
    const found = ofCaller(table, (options.isBound === true ? byEntity : byMap)(table, call.parameters), call);
    return options.list?.(call, found) ?? page(table, found, call.parameters, showListed);
  };
  const submit = (call: Call): Answer => {
    const isNew = (call.body["id"] ?? "") === "";
    const row = table.submit(before(call), call.caller);
    options.after?.(row, isNew, call);
    return done();
  };
  const reads: readonly Endpoint[] = [
    { method: "GET", path: `${path}/list`, answer: list, for: listFor },
    {
      method: "GET",
      path: `${path}/detail`,
      answer: (call) => {
        const isRequested = Object.keys(call.parameters).some((name) => name in table.columns);
        const [row] = isRequested ? ofCaller(table, byEntity(table, call.parameters), call) : [];
        // The back-end turns the row into what is shown before it looks whether there is one.
        if (row === undefined) throw refusals.fault();
        return done(show(row));
      },
    },
  ];
  if (options.onlyReads === true) return reads;
  return [
    ...reads,
    { method: "POST", path: `${path}/submit`, answer: submit },
    {
      method: "POST",
      path: `${path}/remove`,
      answer: (call) => (table.remove(parts(needed(call, "ids"))) ? done() : failed()),
    },
  ];
}
