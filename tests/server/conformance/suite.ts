// Every definition answers the common pattern: one suite, made from the model, that a new resource joins by existing.
// What applies to a resource is decided while the cases are collected, from its definition alone; a case that runs asserts.
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import { isRecord } from "#schema/json";
import { formulaValues } from "#schema/formulas";
import { formulasOf } from "#schema/model-formulas";
import { breaking } from "#schema/sample";
import { alternativesOf, comparisonsIn, fieldsIn, operandValue } from "#schema/text";
import { beforeAll, describe, expect, it } from "vitest";
import { hasHistory, isRevertible } from "#schema/history";
import { isRestorable } from "#schema/recycle-bin";
import { kindOf } from "#schema/kinds";
import { applies, kindData, resourceIn, type FieldModel, type ReadModel, type ResourceModel } from "#schema/model";
import { toWire, fromWire } from "#schema/wire";
import { throughPackage } from "../../support/client-package.ts";
import { productModel as model } from "../../support/product.ts";
import { isListedCall, isListedWrite } from "../../support/proof/missing.ts";
import {
  addPath,
  arrayIn,
  conditionFor,
  conditionToShow,
  createSamples,
  editPath,
  isRuled,
  objectIn,
  recordsIn,
  removable,
  writerOf,
  type Body,
  type Samples,
} from "../../support/samples.ts";
import { businessDomain, insertPeople, serverOfFile, testNow, type Answer, type Client, type TestServer } from "../../support/server.ts";
import { faultsOf } from "./described.ts";
import { searchesFor } from "../../../scripts/conformance/searches.ts";

type Row = Record<string, unknown>;

/** A call and what it must answer. */
interface Attempt {
  readonly call: string;
  readonly send: (client: Client) => Promise<Answer>;
  readonly answer: object;
}

/** A row that was submitted, and what was submitted. */
interface Sample {
  readonly body: Body;
  readonly row: Row;
}

const forbidden = { status: 403, code: 403 };
/** The same row again adds to the one that is there (src/server/domain/mall/cart.ts). */
const addsUp: ReadonlySet<string> = new Set(["cart-item"]);
const notFound = { status: 400, data: { error: "rowNotFound" } };

let server: TestServer;
let samples: Samples;

function issuesIn(answer: Answer): readonly { readonly code: unknown; readonly path: readonly unknown[]; readonly message: unknown }[] {
  const { issues } = objectIn(answer);
  if (!Array.isArray(issues) || !issues.every(isRecord)) throw new Error(`no issues in ${JSON.stringify(answer)}`);
  return issues.map(({ code, path, message }) => ({ code, path: Array.isArray(path) ? path : [path], message }));
}

/** The read that answers rows in pages. */
function listPath(resource: ResourceModel): string | undefined {
  const isPage = resource.data.listShape === undefined || resource.data.listShape === "page";
  if (resource.calls.has("page")) return `${resource.path}/page`;
  return resource.calls.has("list") && isPage ? `${resource.path}/list` : undefined;
}

const isAnswered = (resource: ResourceModel, read: ReadModel): boolean => `${resource.name}.${read.name}` in businessDomain.reads;
/** A read that people need a right for. */
const isClosedRead = ({ open, method }: ReadModel): boolean => open === undefined && method === "GET";
const isSecret = ({ traits }: FieldModel): boolean => traits.isSecret;

/** Fields that a new row can hold when its writer sends them. */
function writableFields(resource: ResourceModel): readonly FieldModel[] {
  const isAdministrator = writerOf(resource) === "administrator";
  return resource.fields.filter(
    (field) =>
      !field.readonly && (field.data.administratorOnly !== true || isAdministrator) && conditionToShow(resource, field) !== undefined,
  );
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Changes of a row before it is brought back to each of its moments. */
const editsBeforeRestoring = 2;
/** A field that a submit writes, and so restores. */
const isRestored = (field: FieldModel): boolean =>
  field.stored && !field.readonly && !field.createOnly && field.inForm.edit && !isSecret(field);

/** A text that people may change, for updates; one that every row has before one that hangs on a condition. */
function changeableField(resource: ResourceModel): FieldModel | undefined {
  const texts = writableFields(resource).filter(
    (field) =>
      kindOf(field.data).meaning === "free" &&
      !field.createOnly &&
      field.stored &&
      !isRuled(resource, field) &&
      !("pattern" in field.data) &&
      !resource.tree?.parent.includes(field.name),
  );
  return texts.find(({ showWhen }) => showWhen === undefined) ?? texts[0];
}

/** The cases of all resources of an area. */
export function describeConformance(area: string): void {
  const resources = model.resources.filter((resource) => resource.area === area);

  beforeAll(async () => {
    server = await serverOfFile();
    // Sessions, which end with the devices that they are of.
    await prepareAccess(server.database, server.model);
    // Some rows say who did something.
    await insertPeople(server.database);
    samples = createSamples(server);
  });

  for (const resource of resources.filter((one) => one.hasTable && (one.calls.size > 0 || one.reads.some(isClosedRead))))
    describe(resource.name, () => describeStored(resource));
  for (const resource of resources.filter((one) => !one.hasTable && one.reads.some(isListedRead))) {
    describe(`${resource.name}, whose rows are made of others'`, () => describeDerived(resource));
  }
}

/** The product answers what is not listed; reads that need its sign-in have tests of their own, for this server has none. */
const isListedRead = ({ method, path }: ReadModel): boolean => isListedCall(method, path);

function describeDerived(resource: ResourceModel): void {
  for (const { name, path } of resource.reads.filter(isListedRead)) {
    it(`says that ${name} is not available while nothing answers it`, async () => {
      expect(await server.as("administrator").get(path)).toMatchObject({ status: 501 });
    });
  }
}

/** What a restoration writes of a row. */
const writtenAnew: ReadonlySet<string> = new Set(["version", "updateTime", "updateUser"]);

/** Values of a row that may be removed. */
const inRemovableState = (resource: ResourceModel): Body => ({
  ...removable[resource.name],
  ...Object.fromEntries(
    Object.entries(resource.data.removableWhen ?? {}).flatMap(([name, expected]) => {
      const [value] = [expected].flat();
      return typeof value === "object" ? [] : [[name, value]];
    }),
  ),
});

function describeStored(resource: ResourceModel): void {
  const add = addPath(resource);
  const edit = editPath(resource);
  const list = listPath(resource);
  const hasDetail = resource.calls.has("detail");
  const canRemove = resource.calls.has("remove") && !isListedWrite(resource, "remove");
  const writable = writableFields(resource);
  const keyOf = (row: Row): string => String(row[resource.key]);
  const detailOf = (client: Client, row: Row): Promise<Answer> => client.get(`${resource.path}/detail`, { [resource.key]: keyOf(row) });
  const rowIn = async (answer: Answer): Promise<Row> => (hasDetail ? objectIn(await detailOf(client, objectIn(answer))) : objectIn(answer));
  let client: Client;
  let stranger: Client;
  /** The row that cases look at, and the body it was submitted with; {} where rows cannot be submitted. */
  let row: Row;
  let body: Body;
  const variants = new Map<string, Promise<Sample>>();
  let full: Promise<Row> | undefined;

  beforeAll(async () => {
    client = throughPackage(server, server.as(writerOf(resource)));
    stranger = throughPackage(server, server.as("chenqing"));
    if (add === undefined) {
      row = await samples.row(resource);
      body = {};
    } else {
      ({ row, body } = await submitted({}));
    }
  });

  const submitted = async (condition: Body): Promise<Sample> => {
    const sent = await samples.body(resource, condition);
    const answer = await client.post(add ?? "", sent);
    if (answer.code !== 200) throw new Error(`${JSON.stringify(sent)} was refused: ${JSON.stringify(answer)}`);
    return { body: sent, row: await rowIn(answer) };
  };

  /** A submitted row in which these fields take part: the first one, or one for their conditions. */
  const sampleWith = (...fields: readonly FieldModel[]): Promise<Sample> => {
    if (fields.every((field) => applies(field, body))) return Promise.resolve({ row, body });
    const condition: Body = Object.assign({}, ...fields.map((field) => conditionToShow(resource, field)));
    const key = JSON.stringify(condition);
    const variant = variants.get(key) ?? submitted(condition);
    variants.set(key, variant);
    return variant;
  };

  /** A row with a value in every column, also in those that only the server writes. */
  const fullRow = (): Promise<Row> => (full ??= resource.key === "id" ? samples.stored(resource) : Promise.resolve(row));

  /** A body that would be taken, for refusals: the one that was taken already, unless that would change the row of it. */
  const refusable = async (field: FieldModel): Promise<Body> =>
    resource.key in body || resource.data.upsertBy !== undefined
      ? samples.body(resource, conditionToShow(resource, field))
      : (await sampleWith(field)).body;

  const expectAnswers = async (client: Client, attempts: readonly Attempt[]): Promise<void> => {
    const answers: [string, Answer][] = [];
    for (const { call, send } of attempts) answers.push([call, await send(client)]);
    expect(answers).toMatchObject(attempts.map(({ call, answer }) => [call, answer]));
  };

  if (add !== undefined && hasDetail) {
    it("gives back what was submitted", () => {
      expect(writable.filter((field) => field.stored && applies(field, body) && !(field.name in body)).map(({ name }) => name)).toEqual([]);
      const sent = writable.filter((field) => field.stored && !isSecret(field) && !field.traits.holdsRows && field.name in body);
      expect(Object.fromEntries(sent.map(({ name }) => [name, row[name]]))).toEqual(
        Object.fromEntries(sent.map((field) => [field.name, toWire(field, fromWire(field, body[field.name]))])),
      );
      expect(writable.filter((field) => isSecret(field) && field.name in row)).toEqual([]);
      expect(row[resource.key]).toEqual(expect.any(String));
    });

    // A title that the server itself gives may not be there yet.
    const isTitled = ({ reference }: FieldModel): boolean =>
      reference !== undefined && model.resource.get(reference.resource)?.field.get(reference.show)?.readonly !== true;
    for (const field of writable.filter((one) => one.labelKey !== undefined && one.stored && isTitled(one))) {
      it(`labels the row that ${field.name} refers to`, async () => {
        const { row: labelled } = await sampleWith(field);
        expect(labelled[field.labelKey ?? ""]).toEqual(expect.stringMatching(/./));
      });
    }
  }

  if (list !== undefined) {
    const isFound = async (wanted: Row, parameter: string, value: string): Promise<boolean> =>
      recordsIn(await client.get(list, { [`${resource.key}_equal`]: keyOf(wanted), [parameter]: value })).some(
        (one) => one[resource.key] === wanted[resource.key],
      );

    /** What a row holds in a field; a label is told by the list. */
    const held = async (wanted: Row, name: string): Promise<unknown> =>
      resource.field.get(name)?.data.labelOf === undefined
        ? wanted[name]
        : recordsIn(await client.get(list, { [`${resource.key}_equal`]: keyOf(wanted) }))[0]?.[name];

    const { listNeeds } = resource.data;
    if (listNeeds !== undefined)
      it(`lists nothing unless it is searched by ${listNeeds.join(" or ")}`, async () => {
        const other = resource.fields.find(({ name, search }) => search === "equal" && !listNeeds.includes(name));
        for (const query of [{}, { [`${listNeeds[0] ?? ""}_notnull`]: "1" }, other === undefined ? {} : { [other.name]: "1" }]) {
          const answer = await client.get(list, query);
          expect(answer).toMatchObject({ status: 400, data: { error: "invalid" } });
          for (const name of listNeeds) expect(answer.msg).toContain(resource.field.get(name)?.label[0]);
        }
        const wanted = await fullRow();
        for (const name of listNeeds) {
          // Without a suffix it is the whole value as well: an index knows no other.
          for (const parameter of [`${name}_equal`, name]) {
            const answer = await client.get(list, { [parameter]: String(await held(wanted, name)) });
            expect(recordsIn(answer).map((one) => one[resource.key])).toContain(wanted[resource.key]);
          }
        }
      });

    it("lists the row on a page", async () => {
      const answer = await client.get(list, { [`${resource.key}_equal`]: keyOf(row) });
      expect(objectIn(answer)).toMatchObject({ total: 1, size: 10, current: 1, pages: 1 });
      expect(recordsIn(answer)).toHaveLength(1);
      expect(await client.get(list, { current: 5000, [`${resource.key}_equal`]: keyOf(row) })).toMatchObject({
        data: { records: [], total: 1, current: 5000 },
      });
    });

    for (const field of resource.fields.filter((one) => one.search !== undefined && one.data.administratorOnly !== true)) {
      it(`finds it by ${field.name}`, async () => {
        const wanted = await fullRow();
        const searches = searchesFor(field, await held(wanted, field.name));
        const found = await Promise.all(
          searches.map(async (search) => ({ ...search, isFound: await isFound(wanted, search.parameter, search.value) })),
        );
        expect(found).toEqual(searches.map((search) => ({ ...search, isFound: search.finds })));
        expect(found.some(({ finds }) => finds)).toBe(true);
      });
    }

    for (const field of resource.fields.filter((one) => one.sortable)) {
      it(`sorts by ${field.name} in both directions`, async () => {
        const page = (parameter: string, name: string) => client.get(list, { size: 200, [parameter]: name });
        const valuesIn = (answer: Answer) =>
          recordsIn(answer)
            .map((one) => one[field.name])
            .filter((value) => value !== "" && value !== -1);
        const snake = field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const [first, last] = await Promise.all([page("ascs", field.name), page("descs", snake)]);
        const [up, down] = [valuesIn(first), valuesIn(last)];
        const isNumeric = field.wire === "number" || field.wire === "decimal";
        const compare = (left: unknown, right: unknown) =>
          isNumeric ? Number(left) - Number(right) : String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
        expect(up).toEqual([...up].sort(compare));
        expect(down).toEqual([...down].sort((left, right) => compare(right, left)));
        // A list that is longer than a page (the log of this file's writes) begins with other rows at its other end.
        const isWhole = Number(objectIn(first)["total"]) <= 200;
        expect(isWhole ? [...down].sort(compare) : up).toEqual(up);
      });
    }
  }

  for (const read of resource.reads.filter((one) => one.shape !== "custom" && one.method === "GET" && !isAnswered(resource, one))) {
    const isPage = read.shape === "page";
    const isLazy = read.shape === "level" || read.shape === "node-level";
    const member = read.shape === "tree" || read.shape === "node-level" ? "value" : resource.key;
    const shape: unknown = isPage ? { records: expect.any(Array), total: expect.any(Number) } : expect.any(Array);
    it(`refuses a filter that ${read.name} does not know`, async () => {
      const path = read.path.replace(/\{\w+\}/g, "1");
      expect(await client.get(path, { noSuchField_like: "x" })).toMatchObject({ status: 400, data: { error: "unknownParameter" } });
    });

    it(`answers ${read.name} as ${read.shape}`, async () => {
      const answer = await client.get(read.path.replace(/\{\w+\}/g, "1"));
      expect(answer).toMatchObject({ status: 200, code: 200, data: shape });
      const rows = isPage ? [] : arrayIn(answer);
      expect(rows.filter((one) => !(member in one))).toEqual([]);
      expect(rows.filter((one) => isLazy && typeof one["hasChildren"] !== "boolean")).toEqual([]);
    });
  }

  if (add !== undefined) {
    // Validation refuses before anything else looks at a body, so the one that was taken already serves for all of these.
    // A row whose tenant is left out gets one (docs/wire.md §8).
    const isRequested = ({ required, wire, default: standard, name }: FieldModel) =>
      required !== undefined && wire !== "parent" && standard === undefined && name !== "tenantId";
    for (const field of writable.filter(isRequested)) {
      it(`asks for ${field.name}`, async () => {
        const { [field.name]: _left, ...rest } = await refusable(field);
        const answer = await client.post(add, rest);
        expect(answer).toMatchObject({ status: 400, code: 400, success: false, data: { error: "invalid" } });
        expect(issuesIn(answer)).toContainEqual({ code: "required", path: [field.name], message: field.required?.[0] });
      });
    }

    for (const field of writable.filter((one) => one.stored)) {
      for (const { limit, value, code } of kindOf(field.data).forbidden(field.data, testNow)) {
        it(`refuses ${field.name} beyond its ${limit}`, async () => {
          const answer = await client.post(add, { ...(await refusable(field)), [field.name]: value });
          expect({ value, ...answer }).toMatchObject({ status: 400, code: 400, success: false });
          const codes = issuesIn(answer)
            .filter(({ path }) => path[0] === field.name)
            .map((issue) => issue.code);
          // What breaks a pattern may be too long as well; the first of them is told.
          expect([code, ...(code === "pattern" ? ["tooLong"] : [])]).toContain(codes[0]);
        });
      }
    }

    for (const field of writable.filter(({ requiredWhen, readonly }) => requiredWhen !== undefined && !readonly)) {
      const condition = conditionFor(resource, field.requiredWhen?.when ?? {});
      if (condition === undefined || field.default !== undefined) continue;
      it(`asks for ${field.name} under its condition`, async () => {
        const { [field.name]: _left, ...rest } = await samples.body(resource, { ...conditionToShow(resource, field), ...condition });
        const answer = await client.post(add, rest);
        expect(answer).toMatchObject({ status: 400, data: { error: "invalid" } });
        expect(issuesIn(answer)).toContainEqual({ code: "required", path: [field.name], message: field.requiredWhen?.message[0] });
      });
    }

    for (const [name, rule] of Object.entries(resource.data.rules ?? {})) {
      for (const [checked, comparison] of Object.entries(rule.check)) {
        const names = fieldsIn({ [checked]: comparison });
        const named = names.flatMap((one) => writable.find((field) => field.name === one) ?? []);
        const condition = conditionFor(resource, rule.when ?? {});
        const [first] = comparisonsIn(comparison);
        if (named.length < names.length || condition === undefined || first === undefined) continue;
        it(`keeps the rule ${name} of ${checked}`, async () => {
          const shown: Body = Object.assign({}, ...named.map((field) => conditionToShow(resource, field)));
          const sent = await samples.body(resource, { ...shown, ...condition });
          const [comparator, operand] = first;
          const value = breaking(comparator, operandValue(operand, sent, server.clock.now()));
          expect(value).toBeDefined();
          const answer = await client.post(add, { ...sent, [checked]: value });
          expect({ value, ...answer }).toMatchObject({ status: 400, data: { error: "invalid" } });
          expect(issuesIn(answer)).toContainEqual({ code: "rule", path: [checked], message: expect.stringMatching(/./) });
        });
      }
    }

    for (const [name, { per, from, to, where = {} }] of Object.entries(resource.data.noOverlap ?? {})) {
      const names = [...per, from, to];
      const named = names.flatMap((one) => writable.find((field) => field.name === one) ?? []);
      const condition = conditionFor(resource, where);
      // Of a range with an end that is unique by itself no second one can be sent.
      if (named.length < names.length || condition === undefined || named.some(({ unique }) => unique !== undefined)) continue;
      it(`refuses a row that overlaps another of the same ${per.join(" and ")} (${name})`, async () => {
        const shown: Body = Object.assign({ ...condition }, ...named.map((field) => conditionToShow(resource, field)));
        const { body: first, row: other } = await submitted(shown);
        const same = Object.fromEntries(names.map((one) => [one, first[one]]));
        const answer = await client.post(add, await samples.body(resource, { ...shown, ...same }));
        expect(answer).toMatchObject({ status: 400, data: { error: "invalid" } });
        const message: unknown = expect.stringContaining(`“${String(other[resource.title])}”`);
        expect(issuesIn(answer)).toContainEqual({ code: "overlap", path: [from], message });
      });
    }

    for (const field of writable) {
      const { distinct = [] } = kindData(field.data);
      for (const names of distinct)
        it(`refuses two rows of ${field.name} with the same ${names.join(" and ")}`, async () => {
          const line = Object.fromEntries(
            field.fields
              .filter(({ name, required }) => names.includes(name) || required !== undefined)
              .map((one) => [one.name, one.wire === "id" ? "1234567890123456789" : 1]),
          );
          const answer = await client.post(add, { ...(await refusable(field)), [field.name]: [line, line] });
          expect(issuesIn(answer)).toContainEqual({ code: "duplicate", path: [field.name, 1, names.at(-1)], message: "与第 1 行重复" });
        });
    }

    if (resource.data.formulas !== undefined && hasDetail)
      it(`stores what the formulas of ${Object.keys(resource.data.formulas).join(" and ")} make of it`, () => {
        const held = Object.fromEntries(resource.fields.map((field) => [field.name, fromWire(field, row[field.name])]));
        const made = formulaValues(formulasOf(resource), held);
        const names = Object.keys(resource.data.formulas ?? {});
        expect(names.map((name) => held[name])).toEqual(names.map((name) => made[name]));
        expect(names.filter((name) => held[name] === null)).toEqual([]);
      });

    for (const { fields, where } of resource.uniques) {
      // A row that is to be the one of a condition may take it from another (address).
      if (where !== undefined || addsUp.has(resource.name)) continue;
      const unique = fields.flatMap((name) => writable.find((field) => field.name === name) ?? []);
      // The key that people choose names the row to update, so a second one cannot be sent (region).
      if (unique.length < fields.length || fields.includes(resource.key) || fields.includes(resource.data.upsertBy ?? "")) continue;
      it(`refuses a second row with the same ${fields.join(" and ")}`, async () => {
        const first = (await sampleWith(...unique)).body;
        // What differs only by blanks that nobody sees is the same.
        const padded = (field: FieldModel): unknown =>
          field.traits.tidies === undefined ? first[field.name] : `\u3000${String(first[field.name])}\u200b\u00a0`;
        const same = Object.fromEntries(unique.map((field) => [field.name, padded(field)]));
        expect(Object.values(same)).not.toContain(undefined);
        const condition: Body = Object.assign({}, ...unique.map((field) => conditionToShow(resource, field)));
        const answer = await client.post(add, { ...(await samples.body(resource, condition)), ...same });
        expect(answer).toMatchObject({ status: 400, data: { error: "invalid" } });
        expect(issuesIn(answer).map(({ code }) => code)).toContain("duplicate");
      });
    }

    if (resource.data.upsertBy !== undefined && hasDetail) {
      it(`changes the row that there is for the same ${resource.data.upsertBy}`, async () => {
        const { body: first, row: before } = await submitted({});
        expect(await client.post(add, first)).toMatchObject({ code: 200, data: { id: before["id"] } });
        expect(objectIn(await detailOf(client, before))["version"]).toBe(Number(before["version"]) + 1);
      });
    }

    if (resource.hasBaseColumns && hasDetail) {
      it("takes nothing that only the server writes", async () => {
        const sent = { ...(await samples.body(resource)), isDeleted: 1, version: 77, createUser: "999", updateUser: "999" };
        const readonly = Object.fromEntries(
          resource.fields.filter((field) => field.readonly && kindOf(field.data).meaning === "free").map((field) => [field.name, "forged"]),
        );
        const answer = await client.post(add, { ...sent, ...readonly });
        expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200 });
        const made = await rowIn(answer);
        expect(made).toMatchObject({ isDeleted: 0, createUser: expect.not.stringMatching("999") });
        expect(Object.values(made)).not.toContain("forged");
      });
    }
  }

  if (edit !== undefined && add !== undefined && resource.hasBaseColumns && hasDetail) {
    const field = changeableField(resource);
    if (field !== undefined) {
      it("updates what was sent and nothing else, and counts its version up", async () => {
        const { row: before } = await sampleWith(field);
        const changed = `${String(before[field.name]).slice(0, 5)}改`;
        expect(await client.post(edit, { id: before["id"], [field.name]: changed, version: before["version"] })).toMatchObject({
          code: 200,
          data: { id: before["id"] },
        });
        const after = objectIn(await detailOf(client, before));
        expect(after).toMatchObject({ [field.name]: changed, version: Number(before["version"]) + 1 });
        const rest = (one: Row) =>
          Object.fromEntries(
            Object.entries(one).filter(([name]) => ![field.name, "version", "updateTime", "updateUser", "label"].includes(name)),
          );
        expect(rest(after)).toEqual(rest(before));

        const stale = await client.post(edit, { id: before["id"], [field.name]: "另一个", version: before["version"] });
        expect(stale).toMatchObject({
          status: 409,
          code: 409,
          data: {
            error: "staleVersion",
            current: { [field.name]: changed, version: after["version"] },
            submitted: { [field.name]: "另一个", version: before["version"] },
          },
        });
        expect(objectIn(await detailOf(client, before))[field.name]).toBe(changed);

        expect(await client.post(edit, { id: before["id"], [field.name]: before[field.name] })).toMatchObject({ code: 200 });
        expect(objectIn(await detailOf(client, before))).toMatchObject({
          [field.name]: before[field.name],
          version: Number(before["version"]) + 2,
        });
      });
    }

    it("takes a whole row back unchanged, and both are as the description says", async () => {
      const before = objectIn(await detailOf(client, row));
      expect([...faultsOf(resource, "Row", before), ...faultsOf(resource, "Submit", before)]).toEqual([]);
      // What the description allows a row to hold, it lets a client send.
      expect(faultsOf(resource, "Row", await fullRow())).toEqual([]);
      expect(await client.post(edit, before)).toMatchObject({ code: 200 });
      const after = objectIn(await detailOf(client, row));
      expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
    });

    it("takes a whole row back with its numbers as text, and with null where there is nothing", async () => {
      const before = objectIn(await detailOf(client, row));
      const spelt = Object.entries(before).map(([name, value]) => [
        name,
        value === "" || value === -1 ? null : typeof value === "number" ? String(value) : value,
      ]);
      expect(await client.post(edit, Object.fromEntries(spelt))).toMatchObject({ code: 200 });
      const after = objectIn(await detailOf(client, row));
      expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
    });
  }

  const removal = (call: string, ids: () => string, answer: object): Attempt => ({
    call,
    send: (one) => one.post(`${resource.path}/remove`, undefined, { ids: ids() }),
    answer,
  });

  if (resource.scope === "tenant") {
    const attempts: readonly Attempt[] = [
      ...(hasDetail
        ? [{ call: "detail", send: (one: Client) => detailOf(one, row), answer: { status: 200, code: 200, data: {}, msg: "暂无承载数据" } }]
        : []),
      ...(list === undefined
        ? []
        : [
            {
              call: "list",
              send: (one: Client) => one.get(list, { [`${resource.key}_equal`]: keyOf(row) }),
              answer: { data: { records: [], total: 0 } },
            },
          ]),
      ...(edit === undefined || !resource.hasBaseColumns
        ? []
        : [{ call: "edit", send: (one: Client) => one.post(edit, { ...body, id: row["id"] }), answer: notFound }]),
      ...(canRemove ? [removal("remove", () => keyOf(row), notFound)] : []),
    ];
    if (attempts.length > 0) {
      it("is not there for another tenant, and stays for its own", async () => {
        await expectAnswers(stranger, attempts);
        await expectAnswers(
          client,
          hasDetail ? [{ call: "detail", send: (one) => detailOf(one, row), answer: { data: { [resource.key]: keyOf(row) } } }] : [],
        );
      });
    }

    if (add !== undefined) {
      for (const field of writable.filter(
        (one) => one.reference !== undefined && one.stored && model.resource.get(one.reference.resource)?.scope === "tenant",
      )) {
        it(`refuses a row of another tenant as ${field.name}`, async () => {
          const { body: foreign } = await sampleWith(field);
          expect(foreign[field.name]).toEqual(expect.anything());
          const answer = await stranger.post(add, foreign);
          expect(answer.status).toBe(400);
          expect(issuesIn(answer).map(({ path }) => path[0])).toContain(field.name);
        });
      }
    }
  }

  for (const [kind, call] of [
    ["add", "submit"],
    ["add", "save"],
    ["edit", "submit"],
    ["edit", "update"],
    ["remove", "remove"],
  ] as const) {
    if (!isListedWrite(resource, kind) || !resource.calls.has(call)) continue;
    it(`says of ${call} that it is not available while nobody does what it must do (${kind})`, async () => {
      const named: Record<string, string> = kind === "remove" ? { ids: keyOf(row) } : {};
      const sent = kind === "edit" ? { [resource.key]: row[resource.key] } : {};
      expect(await client.post(`${resource.path}/${call}`, sent, named)).toMatchObject({ status: 501, data: { error: "noHandler" } });
    });
  }

  if (canRemove && resource.data.removableWhen !== undefined) {
    it("refuses to remove a row in another state, and says in which it is", async () => {
      const { stateField } = resource;
      const name = stateField?.name ?? "";
      const allowed = new Set(alternativesOf(resource.data.removableWhen ?? {}).flatMap((all) => [all[name]].flat().map(String)));
      const [stored] = Object.values((stateField && kindData(stateField.data).states) ?? {}).filter(
        ([value]) => !allowed.has(String(value)),
      );
      const other = await samples.stored(resource, { [stateField?.name ?? ""]: stored?.[0] });
      expect(await client.post(`${resource.path}/remove`, undefined, { ids: keyOf(other) })).toMatchObject({
        status: 400,
        msg: expect.stringContaining(`当前状态为“${stored?.[1]}”，不能删除`),
        data: { error: "notRemovable" },
      });
    });
  }

  if (canRemove && add !== undefined) {
    it("removes a row, and knows it no more", async () => {
      // One in a state that it may be removed in; what must be empty is so in a new row.
      const gone = await samples.row(resource, inRemovableState(resource));
      await expectAnswers(client, [
        removal("remove of one that is there and one that is not", () => `${keyOf(gone)},1`, notFound),
        removal("remove", () => keyOf(gone), { status: 200, code: 200, data: {} }),
        ...(hasDetail ? [{ call: "detail", send: (one: Client) => detailOf(one, gone), answer: { code: 200, data: {} } }] : []),
        removal("second remove", () => keyOf(gone), notFound),
      ]);
    });
  }

  if (canRemove && add !== undefined && hasDetail && isRestorable(resource)) {
    it("is there again as it was when it is restored, or says why not", async () => {
      const made = await samples.row(resource, inRemovableState(resource));
      const before = objectIn(await detailOf(client, made));
      expect(await client.post(`${resource.path}/remove`, undefined, { ids: keyOf(made) })).toMatchObject({ code: 200 });
      const [removed] = recordsIn(await client.get(`${resource.path}/removed`));
      expect(removed?.["id"]).toBe(keyOf(made));
      const answer = await client.post(`${resource.path}/restore`, undefined, { ids: keyOf(made) });
      const now = objectIn(await detailOf(client, made));
      const isToldWhy = answer.code !== 200 && (answer.status === 400 || answer.status === 409) && answer.msg.trim() !== "";
      const others = Object.keys({ ...before, ...now }).filter(
        (name) => !writtenAnew.has(name) && JSON.stringify(before[name]) !== JSON.stringify(now[name]),
      );
      expect({ answer: isToldWhy ? 200 : answer.code, others: isToldWhy ? [] : others }).toEqual({ answer: 200, others: [] });
    });
  }

  const closed: readonly Attempt[] = [
    ...(list === undefined ? [] : [{ call: "list", send: (one: Client) => one.get(list), answer: forbidden }]),
    ...(hasDetail ? [{ call: "detail", send: (one: Client) => detailOf(one, row), answer: forbidden }] : []),
    ...(add === undefined ? [] : [{ call: "add", send: (one: Client) => one.post(add, body), answer: forbidden }]),
    ...(resource.calls.has("remove") ? [removal("remove", () => keyOf(row), forbidden)] : []),
    ...resource.reads
      .filter(isClosedRead)
      .map(({ name, path }) => ({ call: name, send: (one: Client) => one.get(path.replace(/\{\w+\}/g, "1")), answer: forbidden })),
  ];
  if (closed.length > 0) {
    it("is closed to people without rights", async () => {
      await expectAnswers(server.as("nobody"), closed);
    });
  }

  const { details } = resource;
  if (resource.lines !== undefined && details !== undefined && add !== undefined && edit !== undefined) {
    const lines = resourceIn(model, details.resource);
    const entered = resource.lines.fields.map(({ name }) => name);
    const save = (sent: Readonly<Record<string, unknown>>) => client.post(`${resource.path}/submit-with-lines`, sent);
    const line = async () => {
      const sample = await samples.body(lines);
      return Object.fromEntries(Object.entries(sample).filter(([name]) => entered.includes(name)));
    };
    // Where the document is made from another one, its lines come with that.
    const from = new Set(fieldsIn(resource.lines.showWhen));
    const head = async () => Object.fromEntries(Object.entries(await samples.body(resource)).filter(([name]) => !from.has(name)));
    const storedOf = async (id: unknown) =>
      recordsIn(await client.get(`${lines.path}/list`, { [details.by]: String(id), size: "50" })).map((one) => ({
        key: String(one[lines.key]),
        values: JSON.stringify(
          lines.fields.filter((field) => entered.includes(field.name) && isRestored(field)).map(({ name }) => one[name]),
        ),
      }));
    const keysIn = (stored: Awaited<ReturnType<typeof storedOf>>) => stored.map(({ key }) => key).toSorted();

    it("is saved together with its lines: added, changed and removed in one call", async () => {
      const made = await save({ ...(await head()), lines: [await line()] });
      expect(made).toMatchObject({ code: 200, data: { lines: [expect.any(String)] } });
      const { id, lines: ids } = objectIn(made);
      expect(keysIn(await storedOf(id))).toEqual(expect.arrayContaining(Array.isArray(ids) ? ids : []));
      expect(await save({ id, removedLines: ids })).toMatchObject({ code: 200, data: { id, lines: [] } });
      expect(keysIn(await storedOf(id))).not.toEqual(expect.arrayContaining(Array.isArray(ids) ? ids : []));
    });

    if (isRevertible(resource) && hasHistory(lines)) {
      it("has the lines back that it had at a moment of its history", async () => {
        const made = await save({ ...(await head()), lines: [await line(), await line()] });
        expect(made).toMatchObject({ code: 200 });
        const { id, lines: ids } = objectIn(made);
        const [first, second] = Array.isArray(ids) ? ids.map(String) : [];
        const { entries } = objectIn(await client.get(`${resource.path}/history`, { [resource.key]: String(id) }));
        const change = rowsOf(entries)
          .flatMap((entry) => rowsOf(entry["rows"]))
          .find((one) => one["resource"] === resource.name)?.["id"];
        const before = await storedOf(id);
        expect(keysIn(before)).toEqual(expect.arrayContaining([first, second]));
        expect(await save({ id, removedLines: [first] })).toMatchObject({ code: 200 });
        const { [details.by]: _by, ...values } = await line();
        await save({ id, lines: [{ ...values, [lines.key]: second }] });
        await save({ id, lines: [await line()] });
        const between = await storedOf(id);
        expect(keysIn(between)).not.toContain(first);
        const answer = await client.post(`${resource.path}/revert`, {}, { [resource.key]: String(id), change: String(change) });
        const now = await storedOf(id);
        expect(answer).toMatchObject({ code: 200 });
        expect(objectIn(answer)["linesChanged"]).toBeUndefined();
        const sorted = (stored: typeof now) => stored.toSorted((one, other) => one.key.localeCompare(other.key));
        expect(sorted(now)).toEqual(sorted(before));
      });
    }
  }

  // Last: what it writes and restores may make another row the one that there has to be, such as a default.
  if (edit !== undefined && add !== undefined && isRevertible(resource)) {
    it("has the values back that it had at any moment of its history, or says why not", async () => {
      const { row: made } = await submitted({});
      const key = { [resource.key]: keyOf(made) };
      const lastChange = async () => {
        const answer = await client.get(`${resource.path}/history`, key);
        expect(answer).toMatchObject({ code: 200 });
        const { entries } = objectIn(answer);
        const rows = rowsOf(entries).flatMap((entry) => rowsOf(entry["rows"]));
        const change = rows.find((one) => one["resource"] === resource.name)?.["id"];
        expect(change).toEqual(expect.stringMatching(/^\d+$/));
        return String(change);
      };
      const moments = [{ change: await lastChange(), row: made }];
      for (let round = 0; round < editsBeforeRestoring; round += 1) {
        const wanted = await samples.body(resource);
        const sent = Object.entries(wanted).filter(([name]) => resource.field.get(name)?.createOnly !== true);
        await client.post(edit, { ...Object.fromEntries(sent), ...key });
        moments.push({ change: await lastChange(), row: objectIn(await detailOf(client, made)) });
      }
      const faults: string[] = [];
      for (const { change, row: then } of moments) {
        const answer = await client.post(`${resource.path}/revert`, {}, { ...key, change });
        const { kept } = answer.code === 200 ? objectIn(answer) : {};
        const isToldWhy = (answer.status === 400 || answer.status === 409) && answer.msg.trim() !== "";
        const now = objectIn(await detailOf(client, made));
        const isKept = ({ name }: FieldModel) => Array.isArray(kept) && kept.includes(name);
        const others = resource.fields.filter(
          (field) => isRestored(field) && !isKept(field) && JSON.stringify(now[field.name]) !== JSON.stringify(then[field.name]),
        );
        if (answer.code === 200) faults.push(...others.map(({ name }) => `${name} of ${change}`));
        else if (!isToldWhy) faults.push(JSON.stringify(answer));
      }
      expect(faults).toEqual([]);
    });
  }
}
