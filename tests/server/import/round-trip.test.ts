// What a list exports can be imported again: of every resource whose rows come from files, in both formats, a trial finds nothing to do.
import { readXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { exportedListsOf } from "#schema/exports";
import { importedFields, importModesOf } from "#schema/imports";
import { isRecord } from "#schema/json";
import type { ResourceModel } from "#schema/model";
import { serverOfFile } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const owner = server.as("zhangwei");
const platform = server.as("administrator");

const clientOf = (resource: ResourceModel) =>
  resource.scope === "platform" || resource.data.writeAccess === "administrator" ? platform : owner;

const importable = server.model.resources.filter((resource) => importModesOf(resource).length > 0);

/** The list that the common calls answer, as a file. */
const pathOf = (resource: ResourceModel): string => exportedListsOf(resource).find(({ read }) => read === undefined)?.path ?? "";

/** The fields of its file: what may be filled, and what it is found by. */
function columnsOf(resource: ResourceModel): string {
  const keys = resource.uniques.flatMap(({ fields, where }) => (where === undefined ? fields : []));
  const names = [...keys, ...importedFields(resource).map(({ name }) => name)];
  const isAdministrator = clientOf(resource) === platform;
  return [...new Set(names)]
    .filter((name) => {
      const field = resource.field.get(name);
      return field !== undefined && !field.traits.isSecret && (isAdministrator || field.data.administratorOnly !== true);
    })
    .join(",");
}

/** The first lines of a file, so that what grows without bound takes no longer than anything else. */
const mostLines = 150;

describe("every resource whose rows come from files", () => {
  it.each(importable.map((resource) => [resource.name, resource] as const))("%s: its export changes nothing", async (_name, resource) => {
    const client = clientOf(resource);
    const query = new URLSearchParams({ columns: columnsOf(resource), format: "xlsx" });
    const file = await client.raw("GET", `${pathOf(resource)}?${query}`);
    expect(file.statusCode, file.body.slice(0, 300)).toBe(200);
    const { sheets } = await readXlsx(file.rawPayload);
    const rows = sheets[0]?.rows ?? [];
    const text = await client.raw("GET", `${pathOf(resource)}?${new URLSearchParams({ columns: columnsOf(resource), format: "csv" })}`);
    const lines = text.body.split("\r\n").slice(0, mostLines).join("\r\n");
    const mode = importModesOf(resource)[0] ?? "";
    const answer = await client.post(`${resource.path}/import?dryRun=1&mode=${mode}`, { text: lines });
    const data = isRecord(answer.data) ? answer.data : {};
    const none = { count: 0, rows: [] };
    // Of a list without rows the headings are all that there is, which is said.
    const expected =
      rows.length < 2
        ? { code: 400, error: "noRows", added: undefined, changed: undefined, refused: undefined }
        : { code: 200, error: undefined, added: none, changed: none, refused: none };
    const { error, added, changed, refused } = data;
    expect({ code: answer.code, error, added, changed, refused }, answer.msg).toEqual(expected);
  });
});
