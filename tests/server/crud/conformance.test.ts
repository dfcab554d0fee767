// Every definition answers the common pattern: one suite, made from the model, that a new resource joins by existing (design §7).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kindOf } from "#schema/kinds";
import { applies, type FieldModel, type ResourceModel } from "#schema/model";
import { toWire, fromWire } from "#schema/wire";
import { businessDomain } from "../../../src/server/domain/business.ts";
import { isListedCall, isListedWrite } from "../../support/proof/missing.ts";
import { addPath, arrayIn, createSamples, editPath, isRecord, objectIn, recordsIn, writerOf, type Body, type Samples } from "../../support/samples.ts";
import { productModel as model } from "../../support/product.ts";
import { startTestServer, type Answer, type Client, type TestServer } from "../../support/server.ts";

let server: TestServer;
let samples: Samples;
let cases = 0;

beforeAll(async () => {
  server = await startTestServer();
  samples = createSamples(server);
});

afterAll(async () => {
  console.log(`conformance: ${cases} cases over ${model.resources.length} resources`);
  await server.close();
});

/** What is said about one resource: each `holds` is one case. */
function holds(name: string, check: () => Promise<void>): void {
  it(name, async () => {
    cases += 1;
    await check();
  });
}

function issuesIn(answer: Answer): readonly { readonly code: unknown; readonly path: unknown; readonly message: unknown }[] {
  const { issues } = objectIn(answer);
  if (!Array.isArray(issues) || !issues.every(isRecord)) throw new Error(`no issues in ${JSON.stringify(answer)}`);
  return issues.map(({ code, path, message }) => ({ code, path, message }));
}

function listPath(resource: ResourceModel): string | undefined {
  const isPage = resource.data.listShape === undefined || resource.data.listShape === "page";
  if (resource.calls.has("page")) return `${resource.path}/page`;
  return resource.calls.has("list") && isPage ? `${resource.path}/list` : undefined;
}

/** A value that a row with this one must not have. */
function otherText(value: string): string {
  return `${value}-no-such`.slice(-20);
}

interface Search {
  readonly parameter: string;
  readonly hit: string;
  readonly miss: string | undefined;
}

/** Searches that must find a row by a field, and such that must not. */
function searchesFor(field: FieldModel, wire: unknown): readonly Search[] {
  if (wire === "" || wire === -1 || wire === null || wire === undefined) return [];
  const text = String(wire);
  const numeric = field.wire === "number" || field.wire === "decimal";
  switch (field.search) {
    case "like":
      return [{ parameter: field.name, hit: text.slice(1), miss: otherText(text) }, { parameter: `${field.name}_equal`, hit: text, miss: text.slice(1) }, { parameter: `${field.name}_likeright`, hit: text.slice(0, 3), miss: otherText(text) }];
    case "equal":
    case "in": {
      const one = field.wire === "list" ? text.split(",")[0] ?? text : text;
      const missing = numeric || field.wire === "id" || field.wire === "parent" || field.wire === "list" ? "987654" : otherText(one);
      const exact = field.kind === "text" || field.kind === "code" || field.kind === "phone" || field.kind === "email";
      return [{ parameter: exact ? `${field.name}_equal` : field.name, hit: one, miss: field.kind === "bool" ? String(1 - Number(one)) : missing }, { parameter: `${field.name}_in`, hit: `987653,${one}`, miss: "987653" }];
    }
    case "range":
      if (field.wire === "time") {
        const day = text.slice(0, 10);
        if (field.kind === "time") return [{ parameter: `${field.name}_ge`, hit: text, miss: undefined }];
        return [{ parameter: `${field.name}_datege`, hit: `${day} 00:00:00`, miss: "2999-01-01 00:00:00" }, { parameter: `${field.name}_datelt`, hit: "2999-01-01 00:00:00", miss: `${day} 00:00:00` }];
      }
      return [{ parameter: `${field.name}_ge`, hit: text, miss: String(Number(text) + 1) }, { parameter: `${field.name}_le`, hit: text, miss: String(Number(text) - 1) }];
    default:
      return [];
  }
}

/** Fields a person may send when a row is made. */
function writable(resource: ResourceModel): readonly FieldModel[] {
  const isAdministrator = writerOf(resource) === "administrator";
  return resource.fields.filter((field) => !field.readonly && (field.data.administratorOnly !== true || isAdministrator));
}

/** A text that people may change, for updates. */
function changeable(resource: ResourceModel, body: Body): FieldModel | undefined {
  return writable(resource).find((field) => ["text", "textarea"].includes(field.kind) && !field.createOnly && field.stored && applies(field, body) && !("pattern" in field.data) && !resource.tree?.parent.includes(field.name));
}

/** Reads of a resource that nothing answers yet. */
function unanswered(resource: ResourceModel): ResourceModel["reads"] {
  return resource.reads.filter((read) => !(`${resource.name}.${read.name}` in businessDomain.reads));
}

describe.each(model.resources.filter((resource) => !resource.hasTable && unanswered(resource).length > 0).map((resource) => [resource.name, resource] as const))("%s, whose rows are made of others'", (_name, resource) => {
  for (const read of unanswered(resource)) {
    holds(`says that ${read.name} is not available while nothing answers it`, async () => {
      expect(isListedCall(read.method, read.path)).toBe(true);
      expect(await server.as("administrator").get(read.path)).toMatchObject({ status: 501 });
    });
  }
});

describe.each(model.resources.filter((resource) => resource.hasTable).map((resource) => [resource.name, resource] as const))("%s", (_name, resource) => {
  const person = writerOf(resource);
  const add = addPath(resource);
  const edit = editPath(resource);
  const list = listPath(resource);
  const detailOf = (client: Client, row: Record<string, unknown>) => client.get(`${resource.path}/detail`, { [resource.key]: String(row[resource.key]) });
  let client: Client;
  let stranger: Client;
  let body: Body;
  let row: Record<string, unknown>;

  beforeAll(async () => {
    client = server.as(person);
    stranger = server.as("chenqing");
    if (add === undefined) {
      row = await samples.row(resource);
      body = {};
      return;
    }
    body = await samples.body(resource);
    const answer = await client.post(add, body);
    expect({ body, ...answer }).toMatchObject({ status: 200, code: 200 });
    row = resource.calls.has("detail") ? objectIn(await client.get(`${resource.path}/detail`, { [resource.key]: String(objectIn(answer)[resource.key]) })) : objectIn(answer);
  });

  if (add !== undefined && resource.calls.has("detail")) {
    holds("gives back what was submitted", async () => {
      for (const field of writable(resource)) {
        if (!field.stored) continue;
        if (field.kind === "password") {
          expect(row).not.toHaveProperty(field.name);
          continue;
        }
        if (!(field.name in body) || field.kind === "lines") continue;
        expect({ [field.name]: row[field.name] }).toEqual({ [field.name]: toWire(field, fromWire(field, body[field.name])) });
      }
      expect(row[resource.key]).toEqual(expect.any(String));
    });

    holds("labels every reference that it answers", async () => {
      for (const field of resource.fields) {
        if (field.labelKey === undefined || !field.stored || field.reference === undefined || !(field.name in body) || field.wire === "parent") continue;
        const shown = model.resource.get(field.reference.resource)?.field.get(field.reference.show);
        // A title that the server itself gives may not be there yet.
        if (shown?.readonly !== true) expect({ [field.labelKey]: row[field.labelKey] }).not.toEqual({ [field.labelKey]: "" });
      }
    });
  }

  if (list !== undefined) {
    const found = async (query: Record<string, string>) => recordsIn(await client.get(list, { size: 200, ...query })).some((one) => one[resource.key] === row[resource.key]);

    holds("lists the row on a page", async () => {
      const answer = await client.get(list, { [`${resource.key}_equal`]: String(row[resource.key]) });
      expect(objectIn(answer)).toMatchObject({ total: 1, size: 10, current: 1, pages: 1 });
      expect(recordsIn(answer)).toHaveLength(1);
      expect(await client.get(list, { current: 5000, [`${resource.key}_equal`]: String(row[resource.key]) })).toMatchObject({ data: { records: [], total: 1, current: 5000 } });
    });

    for (const field of resource.fields.filter((one) => one.search !== undefined && one.data.administratorOnly !== true)) {
      holds(`finds it by ${field.name}`, async () => {
        for (const { parameter, hit, miss } of searchesFor(field, row[field.name])) {
          expect({ parameter, hit, isFound: await found({ [parameter]: hit }) }).toEqual({ parameter, hit, isFound: true });
          if (miss !== undefined) expect({ parameter, miss, isFound: await found({ [parameter]: miss }) }).toEqual({ parameter, miss, isFound: false });
        }
      });
    }

    for (const field of resource.fields.filter((one) => one.sortable)) {
      holds(`sorts by ${field.name} in both directions`, async () => {
        const page = (parameter: string, name: string) => client.get(list, { size: 200, [parameter]: name });
        const valuesIn = (answer: Answer) => recordsIn(answer).map((one) => one[field.name]).filter((value) => value !== "" && value !== -1);
        const first = await page("ascs", field.name);
        const up = valuesIn(first);
        const compare = (left: unknown, right: unknown) => (field.wire === "number" || field.wire === "decimal" ? Number(left) - Number(right) : String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0);
        expect(up).toEqual([...up].sort(compare));
        const snake = field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const down = valuesIn(await page("descs", snake));
        expect(down).toEqual([...down].sort((left, right) => compare(right, left)));
        // A list that is longer than a page (the log of this file's writes) begins with other rows at its other end.
        if (Number(objectIn(first)["total"]) <= 200) expect(down).toEqual([...up].reverse().sort((left, right) => compare(right, left)));
      });
    }
  }

  for (const read of resource.reads.filter((one) => one.shape !== "custom" && one.method === "GET" && !(`${resource.name}.${one.name}` in businessDomain.reads))) {
    holds(`answers ${read.name} as ${read.shape}`, async () => {
      const answer = await client.get(read.path.replace(/\{\w+\}/g, "1"));
      expect(answer).toMatchObject({ status: 200, code: 200 });
      if (read.shape === "page") expect(objectIn(answer)).toMatchObject({ records: expect.any(Array), total: expect.any(Number) });
      else for (const one of arrayIn(answer)) expect(one).toHaveProperty(read.shape === "tree" || read.shape === "node-level" ? "value" : resource.key);
      if (read.shape === "level" || read.shape === "node-level") for (const one of arrayIn(answer)) expect(one["hasChildren"]).toEqual(expect.any(Boolean));
    });
  }

  if (add !== undefined) {
    for (const field of writable(resource).filter((one) => one.required !== undefined && one.wire !== "parent" && one.default === undefined)) {
      holds(`asks for ${field.name}`, async () => {
        const sent = await samples.body(resource);
        if (!applies(field, sent)) return;
        const { [field.name]: _left, ...rest } = sent;
        const answer = await client.post(add, rest);
        expect(answer).toMatchObject({ status: 400, code: 400, success: false, data: { error: "invalid" } });
        expect(issuesIn(answer)).toContainEqual({ code: "required", path: [field.name], message: field.required?.[0] });
      });
    }

    for (const field of writable(resource).filter((one) => one.stored)) {
      for (const forbidden of kindOf(field.data).forbidden(field.data)) {
        holds(`refuses ${field.name} beyond its ${forbidden.limit}`, async () => {
          const sent = { ...(await samples.body(resource)), [field.name]: forbidden.value };
          if (!applies(field, sent)) return;
          const answer = await client.post(add, sent);
          expect({ forbidden, ...answer }).toMatchObject({ status: 400, code: 400, success: false });
          const codes = issuesIn(answer).filter(({ path }) => Array.isArray(path) && path[0] === field.name).map(({ code }) => code);
          // What breaks a pattern may be too long as well; the first of them is told.
          expect([forbidden.code, ...(forbidden.code === "pattern" ? ["tooLong"] : [])]).toContain(codes[0]);
        });
      }
    }

    for (const { fields } of resource.uniques.filter((one) => one.fields.every((name) => resource.field.get(name)?.readonly === false))) {
      // The key that people choose names the row to update, so a second one cannot be sent (region).
      if (fields.includes(resource.key)) continue;
      holds(`refuses a second row with the same ${fields.join(" and ")}`, async () => {
        const same = Object.fromEntries(fields.map((name) => [name, body[name]]));
        if (Object.values(same).some((value) => value === undefined)) return;
        const answer = await client.post(add, { ...(await samples.body(resource)), ...same });
        expect(answer).toMatchObject({ status: 400, data: { error: "invalid" } });
        expect(issuesIn(answer).map(({ code }) => code)).toContain("duplicate");
      });
    }

    holds("takes nothing that only the server writes", async () => {
      if (!resource.hasBaseColumns || !resource.calls.has("detail")) return;
      const sent = { ...(await samples.body(resource)), isDeleted: 1, version: 77, createUser: "999", updateUser: "999" };
      const readonly = Object.fromEntries(resource.fields.filter((field) => field.readonly && field.kind === "text").map((field) => [field.name, "forged"]));
      const answer = await client.post(add, { ...sent, ...readonly });
      expect(answer).toMatchObject({ code: 200 });
      const made = objectIn(await client.get(`${resource.path}/detail`, { id: String(objectIn(answer)["id"]) }));
      expect(made).toMatchObject({ isDeleted: 0, createUser: expect.not.stringMatching("999") });
      expect(Object.values(made)).not.toContain("forged");
    });
  }

  if (edit !== undefined && add !== undefined && resource.hasBaseColumns && resource.calls.has("detail")) {
    holds("updates what was sent and nothing else, and counts its version up", async () => {
      const field = changeable(resource, body);
      if (field === undefined) return;
      const changed = `${String(row[field.name]).slice(0, 5)}改`;
      expect(await client.post(edit, { id: row["id"], [field.name]: changed, version: row["version"] })).toMatchObject({ code: 200, data: { id: row["id"] } });
      const after = objectIn(await detailOf(client, row));
      expect(after).toMatchObject({ [field.name]: changed, version: Number(row["version"]) + 1 });
      const rest = (one: Record<string, unknown>) => Object.fromEntries(Object.entries(one).filter(([name]) => ![field.name, "version", "updateTime", "updateUser", "label"].includes(name)));
      expect(rest(after)).toEqual(rest(row));

      const stale = await client.post(edit, { id: row["id"], [field.name]: "另一个", version: row["version"] });
      expect(stale).toMatchObject({ status: 409, code: 409, data: { error: "staleVersion", current: { [field.name]: changed, version: after["version"] }, submitted: { [field.name]: "另一个", version: row["version"] } } });
      expect(objectIn(await detailOf(client, row))[field.name]).toBe(changed);

      expect(await client.post(edit, { id: row["id"], [field.name]: row[field.name] })).toMatchObject({ code: 200 });
      expect(objectIn(await detailOf(client, row))).toMatchObject({ [field.name]: row[field.name], version: Number(row["version"]) + 2 });
    });

    holds("takes a whole row back unchanged", async () => {
      const before = objectIn(await detailOf(client, row));
      expect(await client.post(edit, before)).toMatchObject({ code: 200 });
      const after = objectIn(await detailOf(client, row));
      expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
    });
  }

  if (resource.scope === "tenant") {
    holds("is not there for another tenant", async () => {
      if (resource.calls.has("detail")) expect(await detailOf(stranger, row)).toMatchObject({ status: 200, code: 200, data: {}, msg: "暂无承载数据" });
      if (list !== undefined) expect(await stranger.get(list, { [`${resource.key}_equal`]: String(row[resource.key]) })).toMatchObject({ data: { records: [], total: 0 } });
      if (edit !== undefined && resource.hasBaseColumns) expect(await stranger.post(edit, { ...body, id: row["id"] })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
      if (resource.calls.has("remove") && !isListedWrite(resource, "remove")) expect(await stranger.post(`${resource.path}/remove`, undefined, { ids: String(row["id"]) })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
      if (resource.calls.has("detail")) expect(objectIn(await detailOf(client, row))["id"]).toBe(row["id"]);
    });

    for (const field of writable(resource).filter((one) => one.reference !== undefined && model.resource.get(one.reference.resource)?.scope === "tenant")) {
      holds(`refuses a row of another tenant as ${field.name}`, async () => {
        const own = body[field.name];
        if (add === undefined || own === undefined) return;
        const answer = await stranger.post(add, { ...body, [field.name]: own });
        expect(answer.status).toBe(400);
        const codes = "issues" in objectIn(answer) ? issuesIn(answer).map(({ path }) => (Array.isArray(path) ? path[0] : path)) : [];
        expect(codes).toContain(field.name);
      });
    }
  }

  if (resource.calls.has("remove") && add !== undefined) {
    holds("removes a row, and knows it no more", async () => {
      const gone = await samples.row(resource);
      const key = String(gone[resource.key]);
      expect(await client.post(`${resource.path}/remove`, undefined, { ids: `${key},1` })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
      expect(await client.post(`${resource.path}/remove`, undefined, { ids: key })).toMatchObject({ status: 200, code: 200, data: {} });
      if (resource.calls.has("detail")) expect(await detailOf(client, gone)).toMatchObject({ code: 200, data: {} });
      expect(await client.post(`${resource.path}/remove`, undefined, { ids: key })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    });
  }

  for (const [kind, call] of [["add", "submit"], ["add", "save"], ["edit", "submit"], ["edit", "update"], ["remove", "remove"]] as const) {
    if (!isListedWrite(resource, kind) || !resource.calls.has(call)) continue;
    holds(`says of ${call} that it is not available while nobody does what it must do (${kind})`, async () => {
      const named: Record<string, string> = kind === "remove" ? { ids: String(row[resource.key]) } : {};
      const sent = kind === "edit" ? { [resource.key]: row[resource.key] } : {};
      expect(await client.post(`${resource.path}/${call}`, sent, named)).toMatchObject({ status: 501, data: { error: "noHandler" } });
    });
  }

  holds("is closed to people without rights", async () => {
    const nobody = server.as("nobody");
    if (list !== undefined) expect(await nobody.get(list)).toMatchObject({ status: 403, code: 403 });
    if (resource.calls.has("detail")) expect(await nobody.get(`${resource.path}/detail`, { [resource.key]: String(row[resource.key]) })).toMatchObject({ status: 403 });
    if (add !== undefined) expect(await nobody.post(add, body)).toMatchObject({ status: 403 });
    if (resource.calls.has("remove")) expect(await nobody.post(`${resource.path}/remove`, undefined, { ids: String(row[resource.key]) })).toMatchObject({ status: 403 });
  });
});
