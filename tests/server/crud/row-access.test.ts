// A hook on access to rows: obeyed by every call that reads rows, or looks one up to write it or to refer to it.
import { beforeAll, describe, expect, it } from "vitest";
import { defineResource, ref, state, text } from "#schema";
import type { AnyDomain } from "../../../src/server/contract.ts";
import { emptyDomain } from "../../../src/server/crud/services.ts";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { modelOf, people, serverOfFile, type Client } from "../../support/server.ts";
import { write } from "../domain/rows.ts";

// Known to the model of these tests only, so the type of names does not list them.
const the = { memo: "memo" as never, reminder: "reminder" as never };

const memo = defineResource({
  name: the.memo,
  label: ["备忘", "Memo"],
  path: "/test/memo",
  title: "name",
  quickFind: { by: ["name"] },
  fields: {
    name: text("名称", "Name", { required: true, max: 32, search: "like" }),
    status: state("状态", "Status", { open: [1, "待办", "Open"], done: [2, "完成", "Done"] }),
  },
  reads: { select: {} },
  actions: { finish: { label: ["完成", "Finish"], from: "open", to: "done" } },
});

const reminder = defineResource({
  name: the.reminder,
  label: ["提醒", "Reminder"],
  path: "/test/reminder",
  title: "name",
  fields: { name: text("名称", "Name", { required: true, max: 32 }), memoId: ref(the.memo, "备忘", "Memo") },
});

/** Administrators have all memos, others their own. */
const domain: AnyDomain = {
  ...emptyDomain,
  hooks: {
    memo: {
      access: {
        filter: ({ isTenantAdmin, userId }, { alias }) =>
          isTenantAdmin
            ? undefined
            : { shape: "own memos", parameters: [userId], sql: ([user]) => `${alias}.create_user = ${user}::bigint` },
      },
    },
  },
};

const server = await serverOfFile({ model: modelOf([memo, reminder]), domain });
const zhangwei = server.as("zhangwei");
const keys = ["memo", "memo_view", "memo_edit", "memo_delete", "memo_finish", "memo_export", "reminder", "reminder_add"];
const clerk = server.as("nobody", { permissions: new Set(keys) });
const ids = { own: "", other: "" };

async function added(name: string, createUser: string): Promise<string> {
  const id = String(objectIn(await zhangwei.post("/test/memo/submit", { name }))["id"]);
  await write(server, "update memo set create_user = $1 where id = $2", [createUser, id]);
  return id;
}

beforeAll(async () => {
  ids.own = await added("own memo", people.nobody.userId);
  ids.other = await added("memo of another", people.zhangwei.userId);
});

const namesIn = async (client: Client) =>
  recordsIn(await client.get("/test/memo/list"))
    .map(({ name }) => name)
    .toSorted((one, other) => String(one).localeCompare(String(other)));
const refused = { code: 400, data: { error: "rowNotFound" } };

describe("a caller whom the filter limits", () => {
  it("is listed the rows that it leaves, and others are listed all", async () => {
    expect(await namesIn(clerk)).toEqual(["own memo"]);
    expect(objectIn(await clerk.get("/test/memo/list"))).toMatchObject({ total: 1 });
    expect(await namesIn(zhangwei)).toEqual(["memo of another", "own memo"]);
  });

  it("reads no other by its id, in choices, by quick find or in files", async () => {
    expect(objectIn(await clerk.get("/test/memo/detail", { id: ids.other }))).toEqual({});
    expect(objectIn(await clerk.get("/test/memo/detail", { id: ids.own }))).toMatchObject({ name: "own memo" });
    for (const [path, query] of [
      ["/test/memo/select", {}],
      ["/blade-desk/find", { text: "memo of another" }],
    ] as const) {
      expect(JSON.stringify(await zhangwei.get(path, query))).toContain(ids.other);
      expect(JSON.stringify(await clerk.get(path, query))).not.toContain(ids.other);
    }
    const file = (await clerk.raw("GET", "/test/memo/list/export?format=csv")).body;
    expect(file).toContain("own memo");
    expect(file).not.toContain("memo of another");
  });

  it("refers to no other", async () => {
    const send = (memoId: string) => clerk.post("/test/reminder/submit", { name: "later", memoId });
    expect(await send(ids.other)).toMatchObject({ code: 400 });
    expect(await send(ids.own)).toMatchObject({ code: 200 });
  });

  it("changes, finishes and removes no other", async () => {
    expect(await clerk.post("/test/memo/submit", { id: ids.other, version: 1, name: "taken" })).toMatchObject(refused);
    expect(await clerk.post(`/test/memo/finish/${ids.other}`)).toMatchObject(refused);
    expect(await clerk.post("/test/memo/remove", undefined, { ids: ids.other })).toMatchObject(refused);
    expect(objectIn(await zhangwei.get("/test/memo/detail", { id: ids.other }))).toMatchObject({ name: "memo of another", status: 1 });
    expect(await clerk.post(`/test/memo/finish/${ids.own}`)).toMatchObject({ code: 200 });
  });
});
