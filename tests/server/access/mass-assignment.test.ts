// Nobody writes what only the server, or only the platform's administrator, writes: every such member is sent with every submit, and the
// stored row is compared (docs/wire.md §4).
import { isRecord } from "#schema/json";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseColumns, type ResourceModel } from "#schema/model";
import { columnOf, columnsOf, type StoredColumn } from "../../../src/server/store/columns.ts";
import { quoted } from "../../../src/server/store/names.ts";
import { openProofServer, type ProofServer, type Received } from "../../support/proof/server.ts";
import { addPath, createSamples, editPath, type Body, type Samples } from "../../support/samples.ts";
import { people as fixturePeople, model } from "../auth/fixture.ts";

let server: ProofServer;
let samples: Samples;
let members = 0;
let submits = 0;

beforeAll(async () => {
  server = await openProofServer();
  samples = createSamples(server.forSamples);
}, 600_000);

afterAll(async () => {
  console.log(`mass assignment: ${members} forged members in ${submits} submits`);
  await server.close();
});

const forgedId = "777777777777777777";

/** A value that the server itself would not give a column. */
function forged({ columnType, type, isArray }: StoredColumn): unknown {
  const one = (): unknown => {
    switch (columnType) {
      case "id":
        return forgedId;
      case "integer":
        return 77;
      case "decimal":
        return "77.77";
      case "date":
        return "1999-09-09";
      case "datetime":
        return "1999-09-09 09:09:09";
      case "time":
        return "09:09:09";
      case "text":
        return "forged".slice(0, Number(/\((\d+)\)/.exec(type)?.[1] ?? 6));
      case "none":
        return [{ forged: "forged" }];
    }
  };
  return isArray ? [one()] : one();
}

/** Whether a column holds what was forged. */
function isForged(column: StoredColumn, stored: unknown): boolean {
  if (stored === null || stored === undefined) return false;
  const value = forged(column);
  return column.columnType === "none" ? JSON.stringify(stored).includes("forged") : String(stored) === String(value);
}

const isAdministrators = (resource: ResourceModel): boolean => samples.writer(resource) === "administrator";

const isState = ({ stateField }: ResourceModel, name: string): boolean => stateField?.readonly === true && stateField.name === name;

/** Columns that the writer of a resource may not write. */
function closedColumns(resource: ResourceModel, call: "add" | "edit"): readonly StoredColumn[] {
  return [...columnsOf(resource).values()].filter(({ name, field }) => {
    // Another state is not passed over but refused.
    if (name === resource.key || isState(resource, name)) return false;
    if (field === undefined) return true;
    return (
      field.readonly || (call === "edit" && field.createOnly) || (field.data.administratorOnly === true && !isAdministrators(resource))
    );
  });
}

const issuePaths = ({ data }: Received): readonly string[] =>
  isRecord(data) && Array.isArray(data["issues"]) ? data["issues"].flatMap((one) => (isRecord(one) ? [String(one["path"])] : [])) : [];

/** Forged members by both spellings of each name. */
function forgedMembers(columns: readonly StoredColumn[]): Body {
  const found = Object.fromEntries(
    columns.flatMap((column) => [
      [column.name, forged(column)],
      [column.column, forged(column)],
    ]),
  );
  members += Object.keys(found).length;
  submits += 1;
  return found;
}

async function storedRow(resource: ResourceModel, key: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [found] = await server.database.owner.read([
    {
      sql: `select * from ${quoted(resource.table)} where ${quoted(columnOf(resource, resource.key).column)}::text = $1`,
      parameters: [key],
    },
  ]);
  return found?.rows[0];
}

async function submit(resource: ResourceModel, path: string, body: Body): Promise<Received> {
  return server.send(await server.bearerOf(isAdministrators(resource) ? "platform" : "admin"), { method: "POST", path, body });
}

const dataOf = (received: Received): Readonly<Record<string, unknown>> => (isRecord(received.data) ? received.data : {});

describe.each(
  model.resources
    .filter((resource) => resource.hasTable && addPath(resource) !== undefined)
    .map((resource) => [resource.name, resource] as const),
)("%s", (_name, resource) => {
  it("takes nothing in a new row that only the server writes", async () => {
    const columns = closedColumns(resource, "add");
    const body = await samples.body(resource);
    const state = resource.stateField?.readonly === true ? { [resource.stateField.name]: 77 } : undefined;
    const forgedState = state === undefined ? undefined : await submit(resource, addPath(resource) ?? "", { ...body, ...state });
    expect(forgedState?.code ?? 400).toBe(400);
    const received = await submit(resource, addPath(resource) ?? "", { ...forgedMembers(columns), ...body });
    if (received.code !== 200) throw new Error(`refused: ${received.text}`);
    const row = await storedRow(resource, String(dataOf(received)[resource.key] ?? dataOf(received)["id"]));
    expect(row).toBeDefined();
    expect(columns.filter((column) => isForged(column, row?.[column.column])).map(({ name }) => name)).toEqual([]);
  });

  const edit = editPath(resource);
  if (edit === undefined) return;

  // The version that was read must be sent as it is; a forged one is stale. Who changed the row last may be who did so before others did.
  const passedOver = closedColumns(resource, "edit").filter(({ base }) => base === "updateUser");
  const columns = closedColumns(resource, "edit").filter(({ base }) => base !== "version" && base !== "updateUser");

  it("takes nobody else for who changed it", async () => {
    const key = String((await samples.row(resource))[resource.key]);
    await submit(resource, edit, { ...forgedMembers(passedOver), [resource.key]: key });
    const row = await storedRow(resource, key);
    expect(passedOver.filter((column) => isForged(column, row?.[column.column]))).toEqual([]);
  });

  it.runIf(columns.length > 0)("refuses all of that under its names when the row is changed, or the row as a whole", async () => {
    const key = String((await samples.row(resource))[resource.key]);
    const before = await storedRow(resource, key);
    const received = await submit(resource, edit, { ...forgedMembers(columns), [resource.key]: key });
    expect(received).toMatchObject({ code: 400 });
    expect(await storedRow(resource, key)).toEqual(before);
    const names = columns.map(({ name }) => name).toSorted();
    expect(received.text.includes("notEditable") ? names : issuePaths(received).toSorted()).toEqual(names);
  });
});

it("gives no new row an id that somebody chose", async () => {
  const wrong: string[] = [];
  for (const resource of model.resources.filter((one) => one.hasTable && one.key === "id")) {
    const path = addPath(resource);
    if (path === undefined) continue;
    await submit(resource, path, { ...(await samples.body(resource)), id: forgedId });
    if ((await storedRow(resource, forgedId)) !== undefined) wrong.push(resource.name);
  }
  expect(wrong).toEqual([]);
}, 600_000);

it("changes nothing of one's own account but what a person may change of themselves", async () => {
  const user = model.resource.get("user");
  if (user === undefined) throw new Error("there are no users");
  const before = await storedRow(user, fixturePeople.clerk.id);
  const own = ["avatar", "realName", "name", "phone", "email"];
  const columns = [...columnsOf(user).values()].filter(({ name }) => !own.includes(name));
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(baseColumns.filter((name) => name !== "id")));
  const body = {
    ...forgedMembers(columns),
    id: fixturePeople.admin.id,
    userId: fixturePeople.admin.id,
    realName: "renamed",
    name: "renamed",
    phone: "13800001234",
  };
  const others = await storedRow(user, fixturePeople.admin.id);
  const received = await server.send(await server.bearerOf("clerk"), { method: "POST", path: "/blade-user/update-info", body });
  expect(received).toMatchObject({ code: 200 });
  const after = await storedRow(user, fixturePeople.clerk.id);
  expect(after).toEqual({
    ...before,
    real_name: "renamed",
    name: "renamed",
    phone: "13800001234",
    update_user: fixturePeople.clerk.id,
    update_time: after?.["update_time"],
    version: Number(before?.["version"]) + 1,
  });
  expect(await storedRow(user, fixturePeople.admin.id)).toEqual(others);
});
