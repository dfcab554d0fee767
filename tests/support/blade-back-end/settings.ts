// Dictionaries, parameters, regions, programs, notices, logs and the tools of developers.
import { done, failed, refusals } from "./answers.ts";
import { needed, type Endpoint } from "./calls.ts";
import { crud, type CrudOptions } from "./crud.ts";
import { byEntity, page, type Parameters } from "./filters.ts";
import type { Row, Table, Value } from "./rows.ts";
import type { SettingTables } from "./sample-settings.ts";
import { forest, nodes } from "./trees.ts";

/** All calls of dictionaries ask for the role of an administrator (4.10). */
function dictionaryCalls(table: Table): readonly Endpoint[] {
  const options: CrudOptions = {
    list: (_call, found) => done(forest(table, found)),
    before: ({ body }) => ({ ...body, parentId: String(body["parentId"] ?? "") || "0" }),
  };
  const calls: readonly Endpoint[] = [
    ...crud("/blade-system/dict", table, options),
    { method: "GET", path: "/blade-system/dict/tree", answer: () => done(nodes(table.rows, "dictValue")) },
    {
      method: "GET",
      path: "/blade-system/dict/dictionary",
      answer: (call) => {
        const code = needed(call, "code");
        const entries = table.rows.filter((row) => row["code"] === code && row["parentId"] !== "0");
        return done(entries.map((row) => table.shown(row)));
      },
    },
  ];
  return calls.map((call) => ({ ...call, for: "administrators" }));
}

/** Regions are known by their code. What lists them whole has the columns alone; what shows one or a level adds where it stands. */
function regionCalls(table: Table): readonly Endpoint[] {
  const above = (row: Row) => table.find(String(row["parentCode"]));
  const hasBelow = (row: Row) => table.rows.some((one) => one["parentCode"] === row["code"]);
  /** Ids are numbers there, so that "00" becomes 0. */
  const number = (code: Value | undefined): string => String(code ?? "0").replace(/^0+(?=\d)/u, "");
  const placed = (row: Row, isBelow: boolean) => ({
    ...table.shown(row),
    id: number(row["code"]),
    parentId: number(row["parentCode"]),
    parentName: isBelow ? String(above(row)?.["name"] ?? "") : "",
    hasChildren: isBelow ? false : hasBelow(row),
  });
  /** A level, or what holds a text anywhere: other parameters are passed over. */
  const found = ({ parentCode, code, name }: Parameters): readonly Row[] =>
    table.rows.filter(
      (row) =>
        (parentCode === undefined || row["parentCode"] === parentCode) &&
        String(row["code"]).includes(code ?? "") &&
        String(row["name"]).includes(name ?? ""),
    );
  const nested = (rows: readonly Row[], shown: (row: Row) => Readonly<Record<string, unknown>>): readonly object[] => {
    const existing = new Set(rows.map((row) => row["code"]));
    const below = (parent: Value | undefined): readonly object[] =>
      rows
        .filter((row) => (parent === undefined ? !existing.has(row["parentCode"] ?? null) : row["parentCode"] === parent))
        .map((row) => {
          const children = below(row["code"]);
          return { ...shown(row), ...(children.length === 0 ? {} : { children }) };
        });
    return below(undefined);
  };
  const ordinary = crud("/blade-system/region", table, {
    isBound: true,
    before: ({ body }) => {
      // It reads the region above without asking whether there is one, and overwrites one that has the code.
      const isThere = table.find(String(body["code"])) !== undefined;
      if (!isThere && above({ parentCode: String(body["parentCode"] ?? "") }) === undefined) throw refusals.fault();
      return { ...body, id: isThere ? body["code"] : "" };
    },
    after: (row) => void (row["id"] = row["code"] ?? null),
  });
  return [
    ...ordinary.filter(({ path }) => !path.endsWith("/remove") && !path.endsWith("/detail")),
    {
      method: "GET",
      path: "/blade-system/region/detail",
      answer: ({ parameters }) => {
        const [row] = byEntity(table, parameters);
        // It names the region above, which the country does not have.
        if (row === undefined || above(row) === undefined) throw refusals.fault();
        return done(placed(row, true));
      },
    },
    {
      method: "GET",
      path: "/blade-system/region/lazy-list",
      answer: ({ parameters }) => done(nested(found(parameters), (row) => placed(row, false))),
    },
    {
      method: "GET",
      path: "/blade-system/region/lazy-tree",
      answer: ({ parameters }) =>
        done(
          nested(found(parameters), (row) => {
            const id = number(row["code"]);
            return {
              id,
              parentId: number(row["parentCode"]),
              hasChildren: hasBelow(row),
              title: row["name"],
              key: row["code"],
              value: row["code"],
            };
          }),
        ),
    },
    {
      method: "GET",
      path: "/blade-system/region/select",
      answer: ({ parameters }) =>
        done(table.rows.filter((row) => row["parentCode"] === (parameters["code"] || "00")).map((row) => table.shown(row))),
    },
    {
      method: "POST",
      path: "/blade-system/region/remove",
      // One region a call; a list of them is the id of none.
      answer: (call) => {
        const code = needed(call, "id");
        if (table.rows.some((row) => row["parentCode"] === code)) throw refusals.business("请先删除子节点!");
        return table.remove([code]) ? done() : failed();
      },
    },
  ];
}

/** What is long stands in the answer for one row only. */
const longParts = ["params", "stackTrace", "message", "logData"];

/** Logs come oldest first, whatever they are asked to be sorted by. */
function logCalls(path: string, table: Table): readonly Endpoint[] {
  const brief = (row: Row) => Object.fromEntries(Object.entries(table.shown(row)).filter(([name]) => !longParts.includes(name)));
  return crud(path, table, {
    onlyReads: true,
    list: (call, found) => page(table, found, { ...call.parameters, ascs: "create_time", descs: "" }, brief),
  });
}

export function settings(tables: SettingTables): readonly Endpoint[] {
  const { datasources, codes, reports } = tables;
  return [
    ...dictionaryCalls(tables.dictionaries),
    ...crud("/blade-system/param", tables.parameters),
    ...regionCalls(tables.regions),
    ...crud("/blade-system/client", tables.clients, { isBound: true }),
    ...crud("/blade-desk/notice", tables.notices, {
      notListed: ["tenantId", "createUser", "createDept", "createTime", "updateUser", "updateTime", "status", "isDeleted"],
    }),
    ...logCalls("/blade-log/usual", tables.usualLogs),
    ...logCalls("/blade-log/api", tables.apiLogs),
    ...logCalls("/blade-log/error", tables.errorLogs),
    ...crud("/blade-develop/datasource", datasources, { isBound: true }),
    { method: "GET", path: "/blade-develop/datasource/select", answer: () => done(datasources.rows.map((row) => datasources.shown(row))) },
    ...crud("/blade-develop/code", codes),
    {
      method: "POST",
      path: "/blade-develop/code/copy",
      answer: (call) => {
        const code = codes.find(needed(call, "id"));
        if (code === undefined) return failed();
        const { id: _id, ...copied } = code;
        codes.add({ ...copied, codeName: `${String(code["codeName"])}-copy` });
        return done();
      },
    },
    ...crud("/blade-report/report/rest", reports).filter(({ path }) => !path.endsWith("/submit")),
  ];
}
