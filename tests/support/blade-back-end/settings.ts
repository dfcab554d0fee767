// Dictionaries, parameters, regions, programs, notices, logs and the tools of developers.
import { done, failed, refusals } from "./answers.ts";
import { needed, type Endpoint } from "./calls.ts";
import { crud, type CrudOptions } from "./crud.ts";
import { byMap, page } from "./filters.ts";
import type { Row, Table } from "./rows.ts";
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

function regionCalls(table: Table): readonly Endpoint[] {
  const also = (row: Row) => ({
    parentId: row["parentCode"] ?? "",
    parentName: String(table.find(String(row["parentCode"]))?.["name"] ?? "中华人民共和国"),
    hasChildren: table.rows.some((one) => one["parentCode"] === row["code"]),
  });
  const ordinary = crud("/blade-system/region", table, {
    isBound: true,
    also,
    before: ({ body }) => {
      // It reads the region above without asking whether there is one.
      const above = String(body["parentCode"] ?? "");
      if (above !== "00" && table.find(above) === undefined) throw refusals.fault();
      return { ...body, id: table.find(String(body["code"])) === undefined ? "" : body["code"] };
    },
    after: (row) => void (row["id"] = row["code"] ?? null),
  });
  return [
    ...ordinary.filter(({ path }) => !path.endsWith("/remove")),
    {
      method: "GET",
      path: "/blade-system/region/lazy-list",
      answer: ({ parameters }) => {
        const { parentCode, ...filters } = parameters;
        const isSearch = Object.values(filters).some((value) => value !== "");
        const found = byMap(table, filters).filter((row) => isSearch || row["parentCode"] === (parentCode || "00"));
        return done(found.map((row) => ({ ...table.shown(row), ...also(row) })));
      },
    },
    {
      method: "GET",
      path: "/blade-system/region/lazy-tree",
      answer: ({ parameters }) => {
        const level = table.rows.filter((row) => row["parentCode"] === (parameters["parentCode"] || "00"));
        return done(level.map((row) => ({ id: row["code"], key: row["code"], value: row["code"], title: row["name"], ...also(row) })));
      },
    },
    {
      method: "GET",
      path: "/blade-system/region/select",
      answer: ({ parameters }) =>
        done(
          table.rows
            .filter((row) => row["parentCode"] === (parameters["code"] || "00"))
            .map((row) => ({ ...table.shown(row), ...also(row) })),
        ),
    },
    {
      method: "POST",
      path: "/blade-system/region/remove",
      // One region a call; a list of them is the id of none.
      answer: (call) => (table.remove([needed(call, "id")]) ? done() : failed()),
    },
  ];
}

/** Logs come oldest first, whatever they are asked to be sorted by. */
function logCalls(path: string, table: Table): readonly Endpoint[] {
  return crud(path, table, {
    onlyReads: true,
    list: (call, found) => page(table, found, { ...call.parameters, ascs: "create_time", descs: "" }, (row) => table.shown(row)),
  });
}

export function settings(tables: SettingTables): readonly Endpoint[] {
  const { datasources, codes, reports } = tables;
  return [
    ...dictionaryCalls(tables.dictionaries),
    ...crud("/blade-system/param", tables.parameters),
    ...regionCalls(tables.regions),
    ...crud("/blade-system/client", tables.clients, { isBound: true }),
    ...crud("/blade-desk/notice", tables.notices),
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
