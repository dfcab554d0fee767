// Every guard on every kind of write: it refuses, or it says why it does not apply (crud/guards/guards.ts). On definitions that break each rule once.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { code, date, defineResource, image, integer, ref, state, text, treeRef } from "#schema";
import type { LoadedDefinition } from "#schema/resource-data";
import type { AnyDomain, Approvals, Values } from "../../../src/server/contract.ts";
import { channelLimits } from "../../../src/server/access/own-channels.ts";
import { guards } from "../../../src/server/crud/guards/guards.ts";
import { writeKinds, type WriteKind } from "../../../src/server/crud/guards/guard.ts";
import { carryOut } from "../../../src/server/crud/write/carry-out.ts";
import { addRow, resourceNamed } from "../../../src/server/crud/write/server-rows.ts";
import { objectIn } from "../../support/samples.ts";
import { modelOf, people, serverOfFile, type Answer } from "../../support/server.ts";
import { write } from "../domain/rows.ts";

type Data = LoadedDefinition["data"];

const name = () => text("名称", "Name", { required: true, max: 8 });

const channel = defineResource({
  name: "channel",
  label: ["渠道", "Channel"],
  path: "/test/channel",
  title: "name",
  tree: { parent: "pid" },
  fields: { name: name(), pid: treeRef("channel", "上级", "Parent") },
} as never) as unknown as Data;

const folder = defineResource({
  name: "folder",
  label: ["夹", "Folder"],
  path: "/test/folder",
  title: "name",
  tree: { parent: "parentId" },
  addChildLevel: 2,
  fields: { name: name(), parentId: treeRef("folder" as never, "上级", "Parent") },
  actions: { file: { label: ["归档", "File"], ask: ["parentId"], send: "body" } },
} as never) as unknown as Data;

const plant = defineResource({
  name: "plant",
  label: ["厂", "Plant"],
  path: "/test/plant",
  title: "name",
  fields: { name: name() },
} as never) as unknown as Data;

const hall = defineResource({
  name: "hall",
  label: ["厅", "Hall"],
  path: "/test/hall",
  title: "name",
  fields: { name: name(), plantId: ref("plant" as never, "厂", "Plant") },
  actions: { move: { label: ["搬迁", "Move"], ask: ["plantId"], send: "body" } },
} as never) as unknown as Data;

/** Holds a copy of the plant of its hall. */
const machine = defineResource({
  name: "machine",
  label: ["机", "Machine"],
  path: "/test/machine",
  title: "name",
  fields: {
    name: name(),
    plantId: ref("plant" as never, "厂", "Plant"),
    hallId: ref("hall" as never, "厅", "Hall", { within: "plantId", withinParam: "plantId" } as never),
  },
} as never) as unknown as Data;

const note = defineResource({
  name: "note",
  label: ["单", "Note"],
  path: "/test/note",
  title: "name",
  details: { resource: "part", by: "noteId", label: ["行", "Lines"], writableWhen: { status: 0 } },
  fields: { name: name(), status: state("状态", "Status", { open: [0, "未完", "Open"], done: [1, "完成", "Done"] }) },
  actions: { finish: { label: ["完成", "Finish"], from: "open", to: "done", needsDetails: true } },
} as never) as unknown as Data;

const part = defineResource({
  name: "part",
  label: ["行", "Part"],
  path: "/test/part",
  title: "name",
  tree: { parent: "parentId" },
  addChildLevel: 2,
  noOverlap: { room: { per: ["room"], from: "from", to: "to" } },
  fields: {
    name: name(),
    noteId: ref("note" as never, "单", "Note", { required: true }),
    parentId: treeRef("part" as never, "上级", "Parent"),
    no: code("编号", "No.", { unique: "tenant", max: 16 }),
    plantId: ref("plant" as never, "厂", "Plant"),
    room: text("房", "Room", { max: 16 }),
    from: date("自", "From"),
    to: date("至", "To"),
  },
  actions: { shift: { label: ["转单", "Shift"], ask: ["noteId"], send: "body" } },
} as never) as unknown as Data;

const thing = defineResource({
  name: "thing",
  label: ["物", "Thing"],
  path: "/test/thing",
  title: "name",
  editableWhen: { status: [0, 3] },
  removableWhen: { status: 0 },
  rules: { light: { check: { weight: { le: { field: "limit" } } } } },
  noOverlap: { room: { per: ["room"], from: "from", to: "to" } },
  fields: {
    name: name(),
    no: code("编号", "No.", { unique: "tenant", max: 16 }),
    born: text("出处", "Origin", { createOnly: true }),
    place: text("地点", "Place", { changeableWhen: { weight: 1 } }),
    remark: text("备注", "Remark"),
    hidden: text("内情", "Hidden"),
    picture: image("图", "Picture"),
    plantId: ref("plant" as never, "厂", "Plant"),
    partId: ref("part" as never, "行", "Part"),
    channelId: ref("channel", "渠道", "Channel"),
    weight: integer("重量", "Weight"),
    limit: integer("限重", "Limit"),
    room: text("房", "Room", { max: 16 }),
    from: date("自", "From"),
    to: date("至", "To"),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      review: [1, "审批中", "In review"],
      approved: [2, "已批准", "Approved"],
      locked: [3, "锁定", "Locked"],
    }),
  },
  actions: {
    handIn: { label: ["提交", "Hand in"], from: "draft", to: "approved", set: { no: "taken", room: "R", weight: 5 } },
    change: {
      label: ["变更", "Change"],
      from: "draft",
      ask: ["name", "no", "picture", "plantId", "channelId", "weight", "room"],
      send: "body",
    },
    lock: { label: ["锁定", "Lock"], from: "draft", to: "locked", bySubmit: true },
    saveAll: { label: ["编辑全部", "Edit all"], on: "screen", permission: "thing_edit", send: "body", submits: true },
    promised: { label: ["未实现", "Promised"], handler: true },
    carryOut: { label: ["执行", "Carry out"], from: "review", handler: true },
    book: { label: ["登记", "Book"], on: "screen", send: "body", handler: true },
  },
  approval: { category: "thing", of: "handIn", pending: "review", editable: ["remark"] },
} as never) as unknown as Data;

/** What an effect does that nobody has written is refused. */
const planned = defineResource({
  name: "planned",
  label: ["计划", "Planned"],
  path: "/test/planned",
  title: "name",
  effects: { compute: { effect: ["计算", "Computes"], requiredFor: ["add", "edit", "remove"] } },
  fields: { name: name() },
} as never) as unknown as Data;

/** Lets whoever changes a row that waits change its remark, as if the task were theirs. */
const approvals: Approvals = {
  steps: async () => ({ steps: [], next: "" }),
  processFor: async () => undefined,
  start: async () => "1",
  editable: async () => ["remark"],
  isBack: async () => false,
  hold: async () => undefined,
  withdraw: { commit: async () => undefined },
};

const domain: AnyDomain = {
  reads: {},
  hooks: {},
  approvals,
  actions: {
    "thing.carryOut": {
      commit: async (tx, context, { rows: [row] }) => {
        if (row !== undefined) await carryOut(tx, context, resourceNamed(context, "thing"), row);
      },
    },
    "thing.book": {
      commit: async (tx, context, { body }) => {
        await addRow(context, tx, "thing" as never, body as never);
      },
    },
  },
};

const model = modelOf([channel, folder, plant, hall, machine, note, part, thing, planned]);
const server = await serverOfFile({ model, domain });
const client = server.as("zhangwei");

let count = 0;
/** A name that no other row has. */
const fresh = (): string => `N${(count += 1)}`;

async function add(path: string, values: Values = {}): Promise<string> {
  const answer = await client.post(`/test/${path}/submit`, { name: fresh(), ...values });
  if (answer.code !== 200) throw new Error(`${path} was not added: ${JSON.stringify(answer)}`);
  return String(objectIn(answer)["id"]);
}
const submit = (path: string, values: Values) => client.post(`/test/${path}/submit`, values);
const act = (path: string, id: string, body: Values = {}) => client.post(`/test/${path}/${id}`, body);
const remove = (path: string, ids: string) => client.post(`/test/${path}/remove`, undefined, { ids });
const restore = (path: string, ids: string) => client.post(`/test/${path}/restore`, undefined, { ids });
/** A row that was removed. */
async function removed(path: string, values: Values = {}): Promise<string> {
  const id = await add(path, values);
  const answer = await remove(path, id);
  if (answer.code !== 200) throw new Error(`${path} was not removed: ${JSON.stringify(answer)}`);
  return id;
}
/** A note that was removed with a line. */
async function removedNote(line: Values): Promise<string> {
  const noteId = await add("note");
  await add("part", { noteId, ...line });
  await remove("note", noteId);
  return noteId;
}
const setStatus = (table: string, id: string, status: number) =>
  write(server, `update ${table} set status = $2 where id = $1`, [id, status]);
const waiting = async (values: Values = {}): Promise<string> => {
  const id = await add("thing", values);
  await setStatus("thing", id, 1);
  return id;
};

const gone = "1234567890123456";
const foreignPicture = "/upload/100002/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png";
const days = { from: "2025-05-01", to: "2025-05-31" };
const taken = async (values: Values): Promise<void> => {
  await write(server, "delete from thing");
  await add("thing", values);
};

/** A channel, and a user of it. */
async function dealer() {
  const own = await add("channel");
  const user = { channelIds: [own], userId: people.zhangwei.userId };
  return { own, dealer: server.as("zhangwei", { channelIds: [own], rowLimits: channelLimits(model, user) }) };
}

type Scenario = () => Promise<Answer>;
interface Expected {
  readonly error: string;
  /** The field that the refusal names. */
  readonly field?: string;
}
type Case = readonly [Expected, Scenario];

const invalid = (field: string): Expected => ({ error: "invalid", field });
const forbidden: Expected = { error: "forbidden" };
const missing: Expected = { error: "noHandler" };

/** Reads things and writes none. */
const reader = server.as("nobody", { permissions: new Set(["thing"]) });
/** Changes things one by one and in lists, and neither locks nor removes any. */
const editor = server.as("nobody", { permissions: new Set(["thing", "thing_edit"]) });
const withoutHidden = server.as("zhangwei", { fieldLimits: new Map([["thing", new Set(["hidden"])]]) });

/** How each guard is made to refuse, by the kind of write. */
const cases: Readonly<Record<string, Partial<Record<WriteKind, Case>>>> = {
  permission: {
    insert: [forbidden, () => reader.post("/test/thing/submit", { name: "a" })],
    update: [forbidden, async () => reader.post("/test/thing/submit", { id: await add("thing"), name: "a" })],
    // Routes with one permission key refuse before their guards. These calls have the key of another write, of which this one is a part.
    action: [forbidden, async () => editor.post("/test/thing/submit", { id: await add("thing"), status: 3 })],
    remove: [forbidden, async () => editor.post("/test/thing/save-all", { data: [], removed: [await add("thing")] })],
  },
  availability: {
    insert: [missing, () => submit("planned", { name: "a" })],
    update: [missing, () => submit("planned", { id: gone, name: "a" })],
    action: [missing, async () => act("thing/promised", await add("thing"))],
    remove: [missing, () => remove("planned", gone)],
    restore: [missing, () => restore("planned", gone)],
  },
  values: {
    insert: [invalid("name"), () => submit("thing", {})],
    action: [invalid("name"), async () => act("thing/change", await add("thing"), { name: "far too long a name" })],
  },
  version: { update: [{ error: "staleVersion" }, async () => submit("thing", { id: await add("thing"), name: "a", version: 7 })] },
  editable: {
    update: [
      { error: "notEditable" },
      async () => {
        const id = await add("thing");
        await setStatus("thing", id, 2);
        return submit("thing", { id, name: "a" });
      },
    ],
  },
  removable: {
    remove: [
      { error: "notRemovable" },
      async () => {
        const id = await add("thing");
        await setStatus("thing", id, 3);
        return remove("thing", id);
      },
    ],
  },
  state: {
    action: [
      { error: "wrongState" },
      async () => {
        const id = await add("thing");
        await setStatus("thing", id, 3);
        return act("thing/lock", id);
      },
    ],
  },
  details: { action: [{ error: "noDetails" }, async () => act("note/finish", await add("note"))] },
  "hidden fields": {
    update: [invalid("hidden"), async () => withoutHidden.post("/test/thing/submit", { id: await add("thing"), hidden: "x" })],
  },
  "fixed values": { update: [invalid("born"), async () => submit("thing", { id: await add("thing", { born: "a" }), born: "b" })] },
  "changed values": { update: [invalid("name"), async () => submit("thing", { id: await add("thing"), name: "" })] },
  "conditional fields": {
    update: [invalid("place"), async () => submit("thing", { id: await add("thing", { weight: 2, limit: 2 }), place: "b" })],
  },
  "task fields": { update: [invalid("name"), async () => submit("thing", { id: await waiting(), name: "a" })] },
  masters: {
    insert: [{ error: "detailsLocked" }, async () => submit("part", { name: "a", noteId: await finishedNote() })],
    update: [{ error: "detailsLocked" }, async () => submit("part", { id: (await finishedPart()).part, name: "a" })],
    action: [
      { error: "detailsLocked" },
      async () => act("part/shift", await add("part", { noteId: await add("note") }), { noteId: await finishedNote() }),
    ],
    remove: [{ error: "detailsLocked" }, async () => remove("part", (await finishedPart()).part)],
    restore: [
      { error: "detailsLocked" },
      async () => {
        const noteId = await add("note");
        const part = await removed("part", { noteId });
        await setStatus("note", noteId, 1);
        return restore("part", part);
      },
    ],
  },
  uploads: {
    insert: [invalid("picture"), () => submit("thing", { name: "a", picture: foreignPicture })],
    update: [invalid("picture"), async () => submit("thing", { id: await add("thing"), picture: foreignPicture })],
    action: [invalid("picture"), async () => act("thing/change", await add("thing"), { name: "a", picture: foreignPicture })],
  },
  references: {
    insert: [invalid("plantId"), () => submit("thing", { name: "a", plantId: gone })],
    update: [invalid("plantId"), async () => submit("thing", { id: await add("thing"), plantId: gone })],
    action: [invalid("plantId"), async () => act("thing/change", await add("thing"), { name: "a", plantId: gone })],
    restore: [
      invalid("plantId"),
      async () => {
        const plantId = await add("plant");
        const thing = await removed("thing", { plantId });
        await remove("plant", plantId);
        return restore("thing", thing);
      },
    ],
    rejoin: [
      invalid("plantId"),
      async () => {
        const plantId = await add("plant");
        const noteId = await removedNote({ plantId });
        await remove("plant", plantId);
        return restore("note", noteId);
      },
    ],
  },
  "copies in other rows": {
    update: [{ error: "moveRefused" }, async () => submit("hall", { id: await usedHall(), plantId: await add("plant") })],
    action: [{ error: "moveRefused" }, async () => act("hall/move", await usedHall(), { plantId: await add("plant") })],
  },
  tree: {
    insert: [{ error: "tooDeep" }, async () => submit("folder", { name: "a", parentId: (await folders()).lower })],
    update: [
      invalid("parentId"),
      async () => {
        const { upper, lower } = await folders();
        return submit("folder", { id: upper, parentId: lower });
      },
    ],
    action: [
      invalid("parentId"),
      async () => {
        const { upper, lower } = await folders();
        return act("folder/file", upper, { parentId: lower });
      },
    ],
    // What it was below has moved down meanwhile.
    restore: [
      { error: "tooDeep" },
      async () => {
        const { upper, lower } = await folders();
        await remove("folder", lower);
        await submit("folder", { id: upper, parentId: await add("folder") });
        return restore("folder", lower);
      },
    ],
    rejoin: [
      { error: "tooDeep" },
      async () => {
        const other = await add("note");
        const parentId = await add("part", { noteId: other });
        const noteId = await removedNote({ parentId });
        await submit("part", { id: parentId, parentId: await add("part", { noteId: other }) });
        return restore("note", noteId);
      },
    ],
  },
  children: {
    remove: [{ error: "hasChildren" }, async () => remove("folder", (await folders()).upper)],
    // A line of another note is below a line of the one that goes.
    cascade: [
      { error: "hasChildren" },
      async () => {
        const noteId = await add("note");
        await add("part", { noteId: await add("note"), parentId: await add("part", { noteId }) });
        return remove("note", noteId);
      },
    ],
  },
  rules: {
    action: [invalid("weight"), async () => act("thing/change", await add("thing", { limit: 3 }), { name: "a", weight: 4 })],
    // What is approved sets a weight of 5.
    transition: [invalid("weight"), async () => act("thing/carry-out", await waiting({ limit: 3 }))],
  },
  duplicates: {
    insert: [
      invalid("no"),
      async () => {
        await taken({ no: "taken" });
        return submit("thing", { name: "a", no: "taken" });
      },
    ],
    update: [
      invalid("no"),
      async () => {
        await taken({ no: "taken" });
        return submit("thing", { id: await add("thing"), no: "taken" });
      },
    ],
    action: [
      invalid("no"),
      async () => {
        await taken({ no: "taken" });
        return act("thing/change", await add("thing"), { name: "a", no: "taken" });
      },
    ],
    transition: [
      invalid("no"),
      async () => {
        await taken({ no: "taken" });
        return act("thing/carry-out", await waiting());
      },
    ],
    restore: [
      invalid("no"),
      async () => {
        const thing = await removed("thing", { no: "again" });
        await add("thing", { no: "again" });
        return restore("thing", thing);
      },
    ],
    rejoin: [
      invalid("no"),
      async () => {
        const noteId = await removedNote({ no: "line" });
        await add("part", { noteId: await add("note"), no: "line" });
        return restore("note", noteId);
      },
    ],
  },
  overlaps: {
    insert: [
      invalid("from"),
      async () => {
        await taken({ room: "R", ...days });
        return submit("thing", { name: "a", room: "R", ...days });
      },
    ],
    update: [
      invalid("from"),
      async () => {
        await taken({ room: "R", ...days });
        return submit("thing", { id: await add("thing", { room: "S", ...days }), room: "R" });
      },
    ],
    action: [
      invalid("from"),
      async () => {
        await taken({ room: "R", ...days });
        return act("thing/change", await add("thing", { room: "S", ...days }), { name: "a", room: "R" });
      },
    ],
    transition: [
      invalid("from"),
      async () => {
        await taken({ room: "R", ...days });
        return act("thing/carry-out", await waiting({ room: "S", ...days }));
      },
    ],
    server: [
      invalid("from"),
      async () => {
        await taken({ room: "R", ...days });
        return client.post("/test/thing/book", { name: "a", room: "R", ...days });
      },
    ],
    restore: [
      invalid("from"),
      async () => {
        const thing = await removed("thing", { room: "Q", ...days });
        await add("thing", { room: "Q", ...days });
        return restore("thing", thing);
      },
    ],
    rejoin: [
      invalid("from"),
      async () => {
        const noteId = await removedNote({ room: "P", ...days });
        await add("part", { noteId: await add("note"), room: "P", ...days });
        return restore("note", noteId);
      },
    ],
  },
  referrers: {
    remove: [
      { error: "inUse" },
      async () => {
        const plantId = await add("plant");
        await add("hall", { plantId });
        return remove("plant", plantId);
      },
    ],
    cascade: [
      { error: "inUse" },
      async () => {
        const noteId = await add("note");
        await add("thing", { partId: await add("part", { noteId }) });
        return remove("note", noteId);
      },
    ],
  },
  "own channel": {
    // Without a channel: one of others is refused by “references” before, as one that the caller does not see.
    insert: [
      invalid("channelId"),
      async () => {
        const { dealer: of } = await dealer();
        return of.post("/test/thing/submit", { name: "a" });
      },
    ],
    update: [
      invalid("channelId"),
      async () => {
        const { own, dealer: of } = await dealer();
        return of.post("/test/thing/submit", { id: await add("thing", { channelId: own }), channelId: "" });
      },
    ],
    action: [
      invalid("channelId"),
      async () => {
        const { own, dealer: of } = await dealer();
        return of.post(`/test/thing/change/${await add("thing", { channelId: own })}`, { name: "a", channelId: "" });
      },
    ],
  },
};

/** A note that is done, whose lines stay as they are, and one of them. */
async function finishedPart(): Promise<{ readonly note: string; readonly part: string }> {
  const noteId = await add("note");
  const line = await add("part", { noteId });
  await setStatus("note", noteId, 1);
  return { note: noteId, part: line };
}
const finishedNote = async (): Promise<string> => (await finishedPart()).note;

/** A hall whose plant a machine repeats. */
async function usedHall(): Promise<string> {
  const plantId = await add("plant");
  const hallId = await add("hall", { plantId });
  await add("machine", { plantId, hallId });
  return hallId;
}

async function folders(): Promise<{ readonly upper: string; readonly lower: string }> {
  const upper = await add("folder");
  return { upper, lower: await add("folder", { parentId: upper }) };
}

/** The error of an answer, with the first field that it names. */
function refusalIn({ data }: Answer): { readonly error: unknown; readonly field?: unknown } {
  const { error, issues } = (data ?? {}) as {
    readonly error?: unknown;
    readonly issues?: readonly { readonly path: readonly unknown[] }[];
  };
  return { error, field: issues?.[0]?.path[0] };
}

/**
 * Watches whether a guard itself refuses in this test. The database may refuse the same with the same words, by an index or a foreign key, so
 * that the answer does not say who did.
 */
function watched(name: string): () => Promise<boolean> {
  const guard = guards.find((one) => one.name === name);
  if (guard === undefined) throw new Error(`there is no guard "${name}"`);
  const check = vi.spyOn(guard, "check");
  onTestFinished(() => check.mockRestore());
  return async () => {
    const judged = await Promise.allSettled(
      check.mock.results.map(async ({ type, value }): Promise<unknown> => {
        if (type === "throw") throw value;
        return await value;
      }),
    );
    return judged.some((one) => one.status === "rejected" || (Array.isArray(one.value) && one.value.flat().length > 0));
  };
}

const matrix = guards.flatMap((guard) => writeKinds.map((kind) => ({ guard: guard.name, kind, applies: guard.on[kind] })));

describe("a guard that applies refuses", () => {
  it.each(matrix.filter(({ applies }) => applies === true))("$guard: $kind", async ({ guard, kind }) => {
    const [expected, refused] = cases[guard]?.[kind] ?? [{ error: "nothing shows how it refuses" }, () => client.get("/test/thing/list")];
    const hasRefused = watched(guard);
    const answer = await refused();
    expect(refusalIn(answer), JSON.stringify(answer)).toMatchObject({ ...expected });
    expect(await hasRefused(), "the guard itself refuses").toBe(true);
  });
});

describe("a guard that does not apply says why", () => {
  it.each(matrix.filter(({ applies }) => applies !== true))("$guard: $kind, $applies", ({ guard, kind, applies }) => {
    expect(applies, "a reason is a sentence").toMatch(/^\S+( \S+){2,}$/);
    expect(cases[guard]?.[kind], "a guard that does not apply refuses nothing").toBeUndefined();
  });
});

it("names every guard once, and no case is of another one", () => {
  const names = guards.map(({ name: own }) => own);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
});
