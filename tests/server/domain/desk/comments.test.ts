// Comments of records: who reads and writes them, whom they are told to, who follows a record, and what becomes of them with it.
import { beforeAll, describe, expect, it } from "vitest";
import { resourceIn } from "#schema/model";
import { StateMoves } from "../../../../src/server/audit/state-moves.ts";
import { watchStates } from "../../../../src/server/domain/desk/comments/follower-job.ts";
import { clockOf } from "../../../../src/server/store/clock.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { arrayIn, objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { insertPeople, people, serverOfFile, tenants, type Answer, type Client } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true, hasUsers: true });
await insertPeople(server.database);
await server.database.owner.transaction((tx) =>
  tx.batch(
    [
      ["31", "chenmei", "陈梅"],
      ["32", "qianwei", "钱威"],
      ["33", "hefang", "何芳"],
    ].map(([id, account, name]) => ({
      sql: `insert into "user" (id, tenant_id, account, real_name, status) values ($1, $2, $3, $4, 1)`,
      parameters: [id, tenants.one, account, name],
    })),
  ),
);

const zhangwei = server.as("zhangwei", { realName: "张伟" });
const chenqing = server.as("chenqing");
const nobody = server.as("nobody");
const mayOpen = new Set(["warehouse", "warehouse_view", "business-order", "businessorder_view"]);
const chenmei = server.as("nobody", { userId: "31", realName: "陈梅", permissions: mayOpen });
/** May open no warehouse. */
const qianwei = server.as("nobody", { userId: "32", realName: "钱威" });
/** May open warehouses, of which none is within their data scope. */
const hefang = server.as("nobody", {
  userId: "33",
  realName: "何芳",
  permissions: mayOpen,
  rowLimits: new Map([["warehouse", (alias: string) => ({ shape: `none ${alias}`, parameters: [], sql: () => `${alias}.id is null` })]]),
});

const path = "/blade-desk/record-comment";
const follows = "/blade-desk/record-follow";
const warehouses = "/digit-bind/warehouse";
let made = 0;
/** A warehouse that no other test has said anything about. */
async function warehouse(by: Client = zhangwei): Promise<string> {
  made += 1;
  return idIn(await by.post(`${warehouses}/submit`, { code: `PL${made}`, name: `评论仓${made}`, warehouseType: 1 }));
}

const orders = "/business-manage/order";
/** An order that is not begun. */
async function draft(): Promise<string> {
  const found = recordsIn(await zhangwei.get(`${orders}/list`, { size: 100 })).find(({ status }) => status === 0 || status === 1);
  if (found === undefined) throw new Error("there is no order that has not ended");
  return String(found["id"]);
}

const about = (id: string, resource = "warehouse") => ({ subjectResource: resource, subjectId: id });
const write = (client: Client, id: string, content: string, resource?: string) =>
  client.post(`${path}/add-comment`, { ...about(id, resource), content });
const edit = (client: Client, commentId: string, content: string) => client.post(`${path}/edit-comment`, { commentId, content });
const remove = (client: Client, commentId: string) => client.post(`${path}/remove-comment`, { commentId });
const read = (client: Client, id: string, more: Readonly<Record<string, string>> = {}) =>
  client.get(`${path}/of-record`, { resource: "warehouse", id, ...more });
const commentsOf = async (client: Client, id: string, more?: Readonly<Record<string, string>>): Promise<readonly Body[]> => {
  const { comments } = objectIn(await read(client, id, more));
  return Array.isArray(comments) ? comments : [];
};
const textsOf = async (client: Client, id: string, more?: Readonly<Record<string, string>>) =>
  (await commentsOf(client, id, more)).map(({ text }) => text);
const isFollowing = async (client: Client, id: string) => objectIn(await read(client, id))["isFollowing"];
function idIn(answer: Answer): string {
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}
const mention = (userId: string) => `@{${userId}}`;

/** What somebody was told of a record, the latest first. */
const noticesOf = async (client: Client, id: string) =>
  recordsIn(await client.get("/blade-flow/work/notice-list", { size: 100 })).filter(({ subjectId }) => subjectId === id);
const kindsOf = async (client: Client, id: string) => (await noticesOf(client, id)).map(({ kind }) => kind);

/** Does what was enqueued. */
async function work(clock = server.clock): Promise<void> {
  const faults: unknown[] = [];
  const { model, database, identifiers, domain } = server.services;
  const worker = createWorker({
    ...{ model, database, identifiers, clock, handlers: domain.jobs ?? {} },
    onFault: (error) => faults.push(error),
  });
  await worker.idle();
  expect(faults).toEqual([]);
}
/** The same a minute later, when states are told that have stayed. */
const workLater = () => work(clockOf(() => server.clock.milliseconds() + 61_000));
beforeAll(() => work());

describe("comments of a record", () => {
  it("are read and written by whoever may open it, the latest first, with their authors and times", async () => {
    const id = await warehouse();
    idIn(await write(zhangwei, id, "产线已停"));
    const second = idIn(await write(chenmei, id, "收到，\n明天处理"));
    expect(await commentsOf(chenmei, id)).toMatchObject([
      { id: second, text: "收到，\n明天处理", isOwn: true, time: "2025-03-12 12:00:00", editTime: "", mentions: [] },
      { text: "产线已停", isOwn: false },
    ]);
    expect(await commentsOf(zhangwei, id)).toMatchObject([{ isOwn: false, person: "陈梅" }, { isOwn: true }]);
  });

  it("are not there for people who may not open the record, in whichever way they ask", async () => {
    const id = await warehouse();
    const own = idIn(await write(zhangwei, id, "仅限内部"));
    for (const client of [nobody, qianwei]) {
      expect(await read(client, id)).toMatchObject({ code: 403 });
      expect(await write(client, id, "我也在")).toMatchObject({ code: 403 });
      expect(await client.post(`${follows}/follow`, about(id))).toMatchObject({ code: 403 });
      expect(await client.get(`${path}/people`, { resource: "warehouse", id, name: "" })).toMatchObject({ code: 403 });
    }
    // By data scope and in another tenant it is as if there were no such record.
    for (const client of [hefang, chenqing]) {
      expect(await read(client, id)).toMatchObject({ data: { error: "rowNotFound" } });
      expect(await read(client, "1")).toMatchObject({ data: { error: "rowNotFound" } });
      expect(await write(client, id, "我也在")).toMatchObject({ data: { error: "rowNotFound" } });
      expect(await client.post(`${follows}/follow`, about(id))).toMatchObject({ data: { error: "rowNotFound" } });
      expect(await edit(client, own, "改掉")).toMatchObject({ data: { error: "rowNotFound" } });
      expect(await remove(client, own)).toMatchObject({ data: { error: "rowNotFound" } });
    }
    expect(await textsOf(zhangwei, id)).toEqual(["仅限内部"]);
  });

  it("are of records alone that people open", async () => {
    for (const [resource, id] of [
      ["log-api", "1"],
      ["no-such", "1"],
      ["warehouse", "x"],
    ])
      expect(await zhangwei.get(`${path}/of-record`, { resource: resource ?? "", id: id ?? "" })).toMatchObject({
        data: { error: "rowNotFound" },
      });
    expect(await zhangwei.get(`${path}/of-record`, { resource: "warehouse" })).toMatchObject({ code: 400 });
  });

  it("are changed and removed by their authors alone; a change is marked, and a removed one is gone", async () => {
    const id = await warehouse();
    const own = idIn(await write(chenmei, id, "初稿"));
    expect(await edit(zhangwei, own, "改了别人的")).toMatchObject({ data: { error: "rowNotFound" } });
    expect(await remove(zhangwei, own)).toMatchObject({ data: { error: "rowNotFound" } });
    expect(await edit(chenmei, own, "定稿")).toMatchObject({ code: 200 });
    expect(await commentsOf(zhangwei, id)).toMatchObject([{ text: "定稿", editTime: "2025-03-12 12:00:00" }]);
    expect(await remove(chenmei, own)).toMatchObject({ code: 200 });
    expect(await commentsOf(zhangwei, id)).toEqual([]);
    expect(await remove(chenmei, own)).toMatchObject({ data: { error: "rowNotFound" } });
  });

  it("hold text, and no more of it than they may", async () => {
    const id = await warehouse();
    for (const content of ["", "  \n ", "长".repeat(2001)]) expect(await write(zhangwei, id, content)).toMatchObject({ code: 400 });
    expect(await write(zhangwei, id, "长".repeat(2000))).toMatchObject({ code: 200 });
    const crowd = Array.from({ length: 21 }, (_none, index) => mention(String(1000 + index))).join(" ");
    expect(await write(zhangwei, id, crowd)).toMatchObject({ data: { error: "tooManyMentions" } });
  });

  it("come in pages without holes, and are searched by what they say, who wrote them and whom they mention", async () => {
    const id = await warehouse();
    const texts = Array.from({ length: 52 }, (_none, index) => `第${index + 1}条`);
    for (const text of texts) idIn(await write(zhangwei, id, text));
    const first = objectIn(await read(zhangwei, id));
    expect(arrayOf(first["comments"])).toHaveLength(50);
    const rest = objectIn(await read(zhangwei, id, { before: String(first["next"]) }));
    expect([...arrayOf(first["comments"]), ...arrayOf(rest["comments"])].map(({ text }) => text)).toEqual(texts.toReversed());
    expect(rest["next"]).toBe("");
    idIn(await write(chenmei, id, `100%完成 ${mention("11")}`));
    expect(await textsOf(zhangwei, id, { text: "100%" })).toEqual([`100%完成 ${mention("11")}`]);
    expect(await textsOf(zhangwei, id, { text: "陈梅" })).toHaveLength(1);
    expect(await textsOf(zhangwei, id, { text: "第52" })).toEqual(["第52条"]);
    expect(await textsOf(zhangwei, id, { text: "没有" })).toEqual([]);
  });

  it("are written down in the log of changes", async () => {
    const id = await warehouse();
    const own = idIn(await write(zhangwei, id, "留痕"));
    const { rows } = await server.database.owner.transaction((tx) =>
      tx.query({
        sql: "select log_data from log_usual where log_id = 'record-comment.addComment' and log_data like $1",
        parameters: [`%${own}%`],
      }),
    );
    expect(String(rows[0]?.["log_data"])).toContain("留痕");
  });
});

const arrayOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value : []);

describe("a mention", () => {
  it("is told to whoever may see the record, with a link to it, and the author hears who was not told", async () => {
    const id = await warehouse();
    const answer = await write(zhangwei, id, `请 ${mention("31")} ${mention("32")} ${mention("33")} 看一下`);
    expect(objectIn(answer)["notNotified"]).toEqual(["钱威", "何芳"]);
    expect(await noticesOf(chenmei, id)).toMatchObject([
      {
        kind: "mentioned",
        isRead: "0",
        comment: "请 @陈梅 @钱威 @何芳 看一下",
        sentence: expect.stringMatching(/^张伟在“仓库 .+”的评论中提到了您$/u),
        path: `/warehousing/warehouse/${id}?act=comments`,
      },
    ]);
    expect(await kindsOf(qianwei, id)).toEqual([]);
    expect(await kindsOf(hefang, id)).toEqual([]);
    expect(await commentsOf(zhangwei, id)).toMatchObject([{ mentions: [{ id: "31", name: "陈梅" }, { name: "钱威" }, { name: "何芳" }] }]);
  });

  it("of somebody of another tenant, or of nobody, stays as it was typed", async () => {
    const id = await warehouse();
    const text = `${mention("21")} ${mention("999")} @{x}`;
    expect(objectIn(await write(zhangwei, id, text))["notNotified"]).toEqual([]);
    expect(await commentsOf(zhangwei, id)).toMatchObject([{ text, mentions: [] }]);
    await work();
    expect(await kindsOf(chenqing, id)).toEqual([]);
  });

  it("is told once, whatever becomes of the text; only who is mentioned anew is told of a change", async () => {
    const id = await warehouse();
    const own = idIn(await write(zhangwei, id, `${mention("31")} 请看`));
    await edit(zhangwei, own, `${mention("31")} 请再看`);
    await edit(zhangwei, own, "不用看了");
    await edit(zhangwei, own, `${mention("31")} ${mention("12")} 还是看吧`);
    await work();
    expect(await kindsOf(chenmei, id)).toEqual(["mentioned"]);
    expect(objectIn(await edit(zhangwei, own, `${mention("32")} 呢`))["notNotified"]).toEqual(["钱威"]);
  });

  it("says what the comment says now, and whoever was not told of it is told once they may see the record", async () => {
    const id = await warehouse();
    const own = idIn(await write(zhangwei, id, `${mention("31")} 密码是 1234`));
    await edit(zhangwei, own, `${mention("31")} 密码已删`);
    expect(await noticesOf(chenmei, id)).toMatchObject([{ kind: "mentioned", comment: "@陈梅 密码已删" }]);
    expect(objectIn(await edit(zhangwei, own, `${mention("32")} 请看`))["notNotified"]).toEqual(["钱威"]);
    const admitted = server.as("nobody", { userId: "32", realName: "钱威", permissions: mayOpen });
    expect(objectIn(await edit(zhangwei, own, `${mention("32")} 请再看`))["notNotified"]).toEqual([]);
    expect(await kindsOf(admitted, id)).toEqual(["mentioned"]);
    server.as("nobody", { userId: "32", realName: "钱威" });
  });

  it("no longer says what the comment said once that is removed", async () => {
    const id = await warehouse();
    const own = idIn(await write(zhangwei, id, `${mention("31")} 密码是 1234`));
    await remove(zhangwei, own);
    expect(await noticesOf(chenmei, id)).toMatchObject([{ kind: "mentioned", comment: "" }]);
  });

  it("offers people of the own tenant by a part of their names", async () => {
    const id = await warehouse();
    const offered = async (client: Client, name: string) =>
      arrayIn(await client.get(`${path}/people`, { resource: "warehouse", id, name })).map((one) => one["name"]);
    expect(await offered(zhangwei, "陈")).toContain("陈梅");
    expect(await offered(zhangwei, "qianw")).toEqual(["钱威"]);
    expect(await offered(zhangwei, "%")).toEqual([]);
    expect(await offered(chenmei, "person21")).toEqual([]);
  });

  it("offers people of a channel only who follows the record, without accounts, and mentions nobody else for them", async () => {
    const id = await warehouse();
    const dealer = server.as("nobody", { userId: "33", realName: "何芳", permissions: mayOpen, channelIds: ["1"] });
    const offered = async (name: string) => arrayIn(await dealer.get(`${path}/people`, { resource: "warehouse", id, name }));
    expect(await offered("")).toEqual([]);
    await write(dealer, id, `${mention("31")} 看一下`);
    expect(await noticesOf(chenmei, id)).toEqual([]);
    await write(zhangwei, id, `${mention("31")} 看一下`);
    expect(new Set((await offered("")).map(({ name, account }) => `${String(name)} ${String(account)}`))).toEqual(
      new Set(["person11 ", "陈梅 "]),
    );
    expect(await offered("chenmei")).toEqual([]);
    await write(dealer, id, `${mention("31")} 收到`);
    expect((await noticesOf(chenmei, id)).map(({ kind }) => kind)).toContain("mentioned");
  });
});

describe("a record that people follow", () => {
  it("is followed by who comments or is mentioned, until they stop; others begin by themselves", async () => {
    const id = await warehouse();
    expect(await isFollowing(zhangwei, id)).toBe(false);
    await write(zhangwei, id, `${mention("31")} 你好`);
    expect(await isFollowing(zhangwei, id)).toBe(true);
    expect(await isFollowing(chenmei, id)).toBe(true);
    expect(await chenmei.post(`${follows}/unfollow`, about(id))).toMatchObject({ code: 200, data: { isFollowing: false } });
    await write(chenmei, id, "我只说一句");
    expect(await isFollowing(chenmei, id)).toBe(false);
    expect(await chenmei.post(`${follows}/follow`, about(id))).toMatchObject({ code: 200, data: { isFollowing: true } });
    expect(await chenmei.post(`${follows}/follow`, about(id))).toMatchObject({ code: 200 });
    expect(await isFollowing(chenmei, id)).toBe(true);
  });

  it("is followed by who made it, once somebody comments on it", async () => {
    const id = await warehouse();
    await write(chenmei, id, "新仓库？");
    await work();
    expect(await isFollowing(zhangwei, id)).toBe(true);
    expect(await kindsOf(zhangwei, id)).toEqual(["commented"]);
  });

  it("tells its followers of a comment once, but for who wrote it and whom it mentions already", async () => {
    const id = await warehouse();
    await chenmei.post(`${follows}/follow`, about(id));
    await write(zhangwei, id, "第一条");
    await work();
    await work();
    expect(await noticesOf(chenmei, id)).toMatchObject([{ kind: "commented", comment: "第一条" }]);
    expect(await kindsOf(zhangwei, id)).toEqual([]);
    await write(zhangwei, id, `${mention("31")} 第二条`);
    await work();
    expect(await kindsOf(chenmei, id)).toEqual(["mentioned", "commented"]);
  });

  it("is followed by so many people and no more; who comments then is not in their way", async () => {
    const id = await warehouse();
    await server.database.owner.transaction((tx) =>
      tx.batch([
        {
          sql: `insert into "user" (id, tenant_id, account, real_name, status)
            select 700000 + n, $1, 'follower' || n, '关注者', 1 from generate_series(1, 200) n on conflict do nothing`,
          parameters: [tenants.one],
        },
        {
          sql: `insert into record_follow (id, tenant_id, subject_resource, subject_id, user_id, is_on)
            select 700000 + n, $1, 'warehouse', $2, 700000 + n, 1 from generate_series(1, 200) n`,
          parameters: [tenants.one, id],
        },
      ]),
    );
    expect(await chenmei.post(`${follows}/follow`, about(id))).toMatchObject({ data: { error: "tooManyFollowers" } });
    expect(await write(chenmei, id, "人真多")).toMatchObject({ code: 200 });
    expect(await isFollowing(chenmei, id)).toBe(false);
  });

  it("tells nobody who may not see it any more", async () => {
    const id = await warehouse();
    const wangli = server.as("nobody", { userId: "12", permissions: mayOpen });
    await wangli.post(`${follows}/follow`, about(id));
    server.as("nobody", { userId: "12" });
    await write(zhangwei, id, "只给能看的人");
    await work();
    expect(await kindsOf(wangli, id)).toEqual([]);
  });

  it("tells its followers of its states by their names, once, but not who moved it, and not who sees the record without its state", async () => {
    const id = await draft();
    const hidden = new Map([["business-order", new Set(["status"])]]);
    const limited = server.as("nobody", { userId: "32", realName: "钱威", permissions: mayOpen, fieldLimits: hidden });
    expect(await limited.post(`${follows}/follow`, about(id, "business-order"))).toMatchObject({ code: 200 });
    await chenmei.post(`${follows}/follow`, about(id, "business-order"));
    await zhangwei.post(`${follows}/follow`, about(id, "business-order"));
    expect(await zhangwei.post(`${orders}/terminate/${id}`, undefined, { remark: "客户取消" })).toMatchObject({ code: 200 });
    await work();
    expect(await kindsOf(chenmei, id)).toEqual([]);
    await workLater();
    expect(await noticesOf(chenmei, id)).toMatchObject([
      { kind: "stateChanged", sentence: expect.stringMatching(/^张伟将“.+”变更为“已终止”$/u), path: `/business/business-order/${id}` },
    ]);
    expect(await noticesOf(server.as("nobody", { userId: "31", permissions: mayOpen }, "en"), id)).toMatchObject([
      { sentence: expect.stringMatching(/^张伟 moved “.+” to “Terminated”$/u) },
    ]);
    expect(await kindsOf(zhangwei, id)).toEqual([]);
    expect(await kindsOf(limited, id)).toEqual([]);
    await write(zhangwei, id, "已终止", "business-order");
    await work();
    expect(await kindsOf(limited, id)).toEqual(["commented"]);
    server.as("nobody", { userId: "32", realName: "钱威" });
  });

  it("tells its followers of no state that was taken back within a minute, and of one that came again once", async () => {
    const trays = "/digit-bind/tray";
    const reader = server.as("nobody", { userId: "31", realName: "陈梅", permissions: new Set([...mayOpen, "tray", "tray_view"]) });
    const [back = "", again = ""] = recordsIn(await zhangwei.get(`${trays}/list`, { status: "0" })).map((row) => String(row["id"]));
    for (const id of [back, again]) expect(await reader.post(`${follows}/follow`, about(id, "tray"))).toMatchObject({ code: 200 });
    const move = async (name: string, id: string) => expect(await zhangwei.post(`${trays}/${name}/${id}`)).toMatchObject({ code: 200 });
    for (const name of ["disable", "enable"]) await move(name, back);
    for (const name of ["disable", "enable", "disable"]) await move(name, again);
    await workLater();
    expect(await kindsOf(reader, back)).toEqual([]);
    expect(await noticesOf(reader, again)).toMatchObject([{ kind: "stateChanged", sentence: expect.stringMatching(/变更为“停用”$/u) }]);
    await move("enable", again);
    server.as("nobody", { userId: "31", realName: "陈梅", permissions: mayOpen });
  });

  it("tells its followers of every row of a write, however many there are", async () => {
    const { model, database, identifiers } = server.services;
    const ids = Array.from({ length: 450 }, (_none, index) => String(880_000_000 + index));
    await database.owner.transaction((tx) =>
      tx.batch([
        {
          sql: "insert into business_order (id, tenant_id, status) select id, $1, 2 from unnest($2::bigint[]) id",
          parameters: [tenants.one, ids],
        },
        {
          sql: `insert into record_follow (id, tenant_id, subject_resource, subject_id, user_id, is_on)
            select id, $1, 'business-order', id::text, 31, 1 from unnest($2::bigint[]) id`,
          parameters: [tenants.one, ids],
        },
      ]),
    );
    const moves = new StateMoves();
    const resource = resourceIn(model, "business-order");
    for (const id of ids) moves.record(resource, id, { before: { status: 1 }, after: { status: 2 } });
    const scope = { tenantId: tenants.one, userId: people.zhangwei.userId };
    const context = { caller: people.zhangwei, language: "zh", model, scope, now: server.clock.now, identifiers, address: "" } as const;
    await database.transaction(scope, (tx) => watchStates(tx, context, moves.all()));
    await workLater();
    const told = await database.owner.transaction((tx) =>
      tx.query({
        sql: "select count(*)::int as num, count(distinct subject_id)::int as subjects from flow_notice where recipient = 31 and subject_id = any($1)",
        parameters: [ids],
      }),
    );
    expect(told.rows).toEqual([{ num: 450, subjects: 450 }]);
    // Other tests look for orders that have not ended.
    await database.owner.transaction((tx) => tx.query({ sql: "delete from business_order where id = any($1)", parameters: [ids] }));
  });

  it("enqueues nothing for a change of state that nobody follows", async () => {
    const id = await draft();
    const jobs = () =>
      server.database.owner.transaction((tx) =>
        tx.query({ sql: "select count(*)::int as num from tm_job where queue = 'record.followers'", parameters: [] }),
      );
    const before = await jobs();
    expect(await zhangwei.post(`${orders}/terminate/${id}`, undefined, { remark: "客户取消" })).toMatchObject({ code: 200 });
    expect((await jobs()).rows).toEqual(before.rows);
  });
});

describe("a record in the recycle bin", () => {
  it("keeps its comments until it is deleted for good, and they go with it", async () => {
    const id = await warehouse();
    await write(zhangwei, id, "请盘点");
    const stored = async () => {
      const { rows } = await server.database.owner.transaction((tx) =>
        tx.query({
          sql: `select (select count(*)::int from record_comment where subject_id = $1) as comments,
            (select count(*)::int from record_follow where subject_id = $1) as follows`,
          parameters: [id],
        }),
      );
      return rows[0];
    };
    await zhangwei.post(`${warehouses}/remove`, undefined, { ids: id });
    expect(await read(zhangwei, id)).toMatchObject({ data: { error: "rowNotFound" } });
    await zhangwei.post(`${warehouses}/restore`, undefined, { ids: id });
    expect(objectIn(await read(zhangwei, id))).toMatchObject({
      isFollowing: true,
      comments: [{ text: "请盘点" }],
    });
    await zhangwei.post(`${warehouses}/remove`, undefined, { ids: id });
    expect(await stored()).toMatchObject({ comments: 1, follows: 1 });
    expect(await zhangwei.post(`${warehouses}/purge`, undefined, { ids: id })).toMatchObject({ code: 200 });
    expect(await stored()).toMatchObject({ comments: 0, follows: 0 });
  });
});

describe("the command palette", () => {
  const found = async (client: Client, text: string) =>
    arrayIn(await client.get("/blade-desk/find", { text })).find(({ resource }) => resource === "record-comment");

  it("finds comments by what they say, the latest first, each with its record", async () => {
    const id = await warehouse();
    await write(zhangwei, id, "叉车钥匙在门卫室");
    await write(chenmei, id, `叉车钥匙已归还 ${mention("11")}`);
    expect(await found(chenmei, "叉车钥匙")).toMatchObject({
      hasMore: false,
      rows: [
        { text: expect.stringContaining("叉车钥匙已归还 @"), person: "陈梅", subjectArea: "warehousing", ...about(id) },
        { text: "叉车钥匙在门卫室", record: expect.stringMatching(/^仓库 评论仓/u) },
      ],
    });
  });

  it("finds what is old enough to lie behind what others may see alone", async () => {
    const [own, others] = [await warehouse(), await warehouse()];
    await write(zhangwei, own, "托盘编号在登记簿");
    for (let count = 0; count < 40; count += 1) await write(zhangwei, others, `托盘编号 ${count}`);
    const limited = server.as("nobody", {
      userId: "31",
      realName: "陈梅",
      permissions: mayOpen,
      rowLimits: new Map([
        [
          "warehouse",
          (alias: string) => ({ shape: `own ${alias}`, parameters: [own], sql: ([place = ""]) => `${alias}.id = ${place}::bigint` }),
        ],
      ]),
    });
    expect(await found(limited, "托盘编号")).toMatchObject({ hasMore: false, rows: [{ text: "托盘编号在登记簿" }] });
    expect(await found(zhangwei, "托盘编号")).toMatchObject({ hasMore: true, rows: [{ text: "托盘编号 39" }, {}, {}, {}, {}] });
  });

  it("finds the names of those who are mentioned, and not the ids that stand for them", async () => {
    const id = await warehouse();
    await write(zhangwei, id, `请 ${mention("31")} 核对 9731 号单`);
    expect(await textsOf(zhangwei, id, { text: "31" })).toHaveLength(1);
    expect(await textsOf(zhangwei, id, { text: "{31" })).toEqual([]);
    await write(zhangwei, id, `请 ${mention("31")} 再看封条`);
    expect(await textsOf(zhangwei, id, { text: "31" })).toHaveLength(1);
    expect(await textsOf(zhangwei, id, { text: "@陈梅" })).toHaveLength(2);
    expect(await found(zhangwei, "再看封条")).toMatchObject({ rows: [{ text: "请 @陈梅 再看封条" }] });
    expect(await found(zhangwei, "@陈梅")).toMatchObject({
      rows: [{ text: "请 @陈梅 再看封条" }, { text: "请 @陈梅 核对 9731 号单" }, {}, {}, {}],
    });
    expect(await found(zhangwei, "@{31")).toBeUndefined();
  });

  it("finds none of records that the searcher may not open, and none that are gone", async () => {
    const id = await warehouse();
    const own = idIn(await write(zhangwei, id, "保险柜密码另行通知"));
    expect(await found(zhangwei, "保险柜密码")).toBeDefined();
    for (const client of [nobody, qianwei, hefang, chenqing]) expect(await found(client, "保险柜密码")).toBeUndefined();
    await remove(zhangwei, own);
    expect(await found(zhangwei, "保险柜密码")).toBeUndefined();
    await write(zhangwei, id, "保险柜密码已更换");
    await zhangwei.post(`${warehouses}/remove`, undefined, { ids: id });
    expect(await found(zhangwei, "保险柜密码")).toBeUndefined();
  });
});

describe("the platform's administrator", () => {
  it("comments on records of the tenant that they name, and is told nothing there", async () => {
    const id = await warehouse();
    const administrator = server.as("administrator", { realName: "平台管理员" });
    const inTenant = { tenantId: tenants.one };
    expect(await administrator.post(`${path}/add-comment`, { ...about(id), content: "请核实" }, inTenant)).toMatchObject({ code: 200 });
    expect(await commentsOf(zhangwei, id)).toMatchObject([{ person: "平台管理员", text: "请核实" }]);
    expect(await administrator.post(`${follows}/follow`, about(id), inTenant)).toMatchObject({ data: { error: "noFollower" } });
    expect(people.administrator.tenantId).not.toBe(tenants.one);
  });
});
