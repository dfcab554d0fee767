// What a new installation brings, and what later starts leave alone.
import { describe, expect, it, onTestFinished } from "vitest";
import { definitions, areas } from "#generated/registry.ts";
import { menuOf } from "#schema/menu";
import { buildModel } from "#schema/model";
import { followingValues } from "#schema/model-formulas";
import { fromWire } from "#schema/wire";
import { createServices } from "../../../src/server/crud/services.ts";
import { divisionRows } from "../../../src/server/seed/divisions.ts";
import { SeedRefusedError, seedDatabase } from "../../../src/server/seed/seed.ts";
import { migrate } from "../../../src/server/store/migrate.ts";
import { arrayIn, objectIn, recordsIn } from "../../support/samples.ts";
import { productModel } from "../../support/product.ts";
import { businessDomain, seedInto, serverOfFile, startTestServer, type TestServer } from "../../support/server.ts";

const shared = await serverOfFile({ isSeeded: true });

async function seeded(): Promise<TestServer> {
  await shared.reset();
  return shared;
}

function values(server: TestServer, sql: string): Promise<readonly unknown[]> {
  return server.database.owner.read([{ sql, parameters: [] }]).then(([answer]) => (answer?.rows ?? []).map((row) => Object.values(row)[0]));
}

describe("a new installation", () => {
  it("has the menu of the definitions, whole", async () => {
    const server = await seeded();
    const wanted = menuOf(server.model).flatMap((area) => [
      area.code,
      ...area.buttons.map(({ code }) => code),
      ...area.screens.flatMap((screen) => [screen.code, ...screen.buttons.map(({ code }) => code)]),
    ]);
    expect(new Set(await values(server, "select code from menu"))).toEqual(new Set(wanted));
    const [factory = {}] = arrayIn(await server.as("administrator").get("/blade-system/menu/lazy-list", { code: "factory" })).filter(
      (row) => row["code"] === "factory",
    );
    expect(factory).toMatchObject({ name: "工厂", path: "/production/factory", category: 1, parentName: "生产管理", hasChildren: true });
  });

  it("has the values that formulas make, in every row", async () => {
    const server = await seeded();
    const administrator = server.as("zhangwei");
    const computed = server.model.resources.flatMap((resource) => {
      const names = Object.keys(resource.data.formulas ?? {}).filter((name) => resource.field.get(name)?.stored === true);
      return names.length === 0 || resource.data.seed === undefined ? [] : [{ resource, names }];
    });
    expect(computed.map(({ resource }) => resource.name)).toContain("order");
    for (const { resource, names } of computed) {
      const rows = recordsIn(await administrator.get(`${resource.path}/list`, { size: 200 }));
      expect(rows.length).toBeGreaterThan(0);
      for (const { id } of rows) {
        // With its lines, which sums are made of.
        const row = objectIn(await administrator.get(`${resource.path}/detail`, { id: String(id) }));
        const values = Object.fromEntries(resource.fields.map((field) => [field.name, fromWire(field, row[field.name]) ?? null]));
        const following = followingValues(resource, { values });
        for (const name of names) expect([resource.name, name, values[name]]).toEqual([resource.name, name, following[name] ?? null]);
      }
    }
  });

  it("refers by name to the rows meant, within their tenant", async () => {
    const server = await seeded();
    expect(
      await values(
        server,
        `select count(*)::int from prod_line l join shop s on s.tenant_id = l.tenant_id and s.id = l.shop_id where s.factory_id <> l.factory_id`,
      ),
    ).toEqual([0]);
    expect(
      await values(
        server,
        `select m.code from role_menu g join role r on r.tenant_id = g.tenant_id and r.id = g.role_id join menu m on m.id = g.menu_id where r.role_name = '普通用户' order by 1`,
      ),
    ).toEqual([
      "category_view",
      "desk",
      "factory",
      "factory_view",
      "flow",
      "leave_add",
      "notice",
      "notice_view",
      "product",
      "product-category",
      "production",
      "work-claim",
      "work-done",
      "work-notice",
      "work-send",
      "work-start",
      "work-todo",
      "work_claim_sign",
      "work_done_detail",
      "work_send_detail",
      "work_send_remind",
      "work_send_withdraw",
      "work_start_flow",
      "work_todo_detail",
      "work_todo_handle",
    ]);
    expect(
      await values(
        server,
        `select realname.real_name from stock_out_doc d join "user" realname on realname.tenant_id = d.tenant_id and realname.id = d.operator_id where doc_no = 'CK202503100001'`,
      ),
    ).toEqual(["赵磊"]);
  });

  it("keeps passwords as the installation keeps them: admin's own, everybody else's the initial one", async () => {
    const server = await startTestServer({ isSeeded: false });
    onTestFinished(() => server.close());
    await server.database.owner.transaction((tx) => tx.query({ sql: "delete from tenant", parameters: [] }));
    const requested: string[] = [];
    await seedDatabase({
      ...server.services,
      domain: businessDomain,
      passwordTransform: "plain",
      hasDemoData: true,
      encodeSecret: async (field, text) => {
        requested.push(`${field.name}=${text}`);
        return `kept ${text}`;
      },
    });
    expect(await values(server, `select password from "user" where account in ('admin', 'zhangwei') order by account`)).toEqual([
      "kept admin",
      "kept 123456",
    ]);
    expect(requested.filter((one) => one.startsWith("password="))).toEqual(expect.arrayContaining(["password=admin", "password=123456"]));
    expect(requested.filter((one) => one === "password=123456")).toHaveLength(1);
  });

  it("without demonstration data has the platform and nobody else", async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    await server.database.owner.transaction((tx) => tx.query({ sql: "delete from tenant", parameters: [] }));
    await seedDatabase({ ...server.services, domain: businessDomain, passwordTransform: "md5", hasDemoData: false });
    expect(await values(server, `select account from "user"`)).toEqual(["admin"]);
    expect(await values(server, "select count(*)::int from factory")).toEqual([0]);
    expect((await values(server, "select count(*)::int from dict"))[0]).toBeGreaterThan(50);
    expect(await values(server, "select tenant_id from tenant")).toEqual(["000000"]);
    expect(await seedInto(server.services)).toEqual({ written: {}, notes: [] });
  });

  it("has every division below one that is there", () => {
    const rows = divisionRows();
    const codes = new Set(rows.map((row) => row["code"]));
    expect(rows.length).toBeGreaterThan(3400);
    expect(rows.filter((row) => row["parentCode"] !== "00" && !codes.has(row["parentCode"]))).toEqual([]);
    expect(rows.filter((row) => row["parentCode"] === "00")).toHaveLength(34);
    expect(rows.find((row) => row["code"] === "441900003")).toMatchObject({
      level: "4",
      parentCode: "4419",
      cityName: "东莞市",
      townName: "东城街道",
      districtName: null,
    });
  });
});

describe("a later start", () => {
  it("writes nothing", async () => {
    const server = await seeded();
    expect(await seedInto(server.services)).toEqual({ written: {}, notes: [] });
  });

  it("brings back nothing that was removed, and keeps what was changed", async () => {
    const server = await seeded();
    const administrator = server.as("administrator");
    const menu = await values(server, "select id::text from menu where code = 'param_view'");
    expect(await administrator.post("/blade-system/menu/remove", undefined, { ids: String(menu[0]) })).toMatchObject({ code: 200 });
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "update menu set name = '工厂档案' where code = 'factory'", parameters: [] }),
    );
    expect(await seedInto(server.services)).toEqual({ written: {}, notes: [] });
    expect(await values(server, "select name from menu where code = 'factory'")).toEqual(["工厂档案"]);
    expect(await values(server, "select count(*)::int from menu where code = 'param_view' and is_deleted = 0")).toEqual([0]);
  });

  it("is told by a sentence where the database refuses a row that no check could know", async () => {
    const server = await startTestServer({ isSeeded: true });
    onTestFinished(() => server.close());
    const [category] = definitions.filter(({ data }) => data.name === "media-category");
    if (category === undefined) throw new Error("the definition is gone");
    const data = {
      ...category.data,
      ...{ name: "media-shelf", path: "/blade-resource/media-shelf", permission: "mediashelf", label: ["素材架", "Media shelf"] as const },
      seed: [{ name: "架子" }, { name: "架子" }],
    } as const;
    const model = buildModel([...definitions, { data, file: "resources/resource/media-shelf.ts", area: "resource" }], areas);
    await migrate(server.database, model);
    const seeding = seedInto(createServices({ ...server.services, model }));
    await expect(seeding).rejects.toThrow(SeedRefusedError);
    await expect(seeding).rejects.toThrow(
      /^The seed of media-shelf has two rows with the same unique values .*among: 架子, 架子\. Change one of them in resources\/resource\/media-shelf\.seed\.ts/,
    );
  });

  it("adds the screen of a new definition, with its rows", async () => {
    const server = await startTestServer({ isSeeded: true });
    onTestFinished(() => server.close());
    const [shop] = definitions.filter(({ data }) => data.name === "media-category");
    if (shop === undefined) throw new Error("the definition is gone");
    const data = {
      ...shop.data,
      name: "media-shelf",
      path: "/blade-resource/media-shelf",
      permission: "mediashelf",
      label: ["素材架", "Media shelf"] as const,
      seed: [{ name: "新架子" }],
    };
    const model = buildModel([...definitions, { data, file: "resources/resource/media-shelf.ts", area: "resource" }], areas);
    await migrate(server.database, model);
    const services = createServices({ ...server.services, model });
    const { written } = await seedInto(services);
    expect(written).toMatchObject({ "media-shelf": 1 });
    expect(await values(server, "select code from menu where code like 'media-shelf' or code like 'mediashelf%' order by 1")).toEqual([
      "media-shelf",
      "mediashelf_add",
      "mediashelf_delete",
      "mediashelf_edit",
      "mediashelf_export",
      "mediashelf_purge",
      "mediashelf_view",
    ]);
  });

  it("leaves out new rows that refer to something people have removed, and starts", async () => {
    const server = await seeded();
    await server.database.owner.transaction(async (tx) => {
      await tx.query({ sql: "truncate product_attribute_value, product_attribute cascade", parameters: [] });
      await tx.query({ sql: "update product_attribute_group set is_deleted = 1 where name = '白酒·基本信息'", parameters: [] });
    });
    const { written, notes } = await seedInto(server.services);
    expect(written["product-attribute"]).toBeGreaterThan(0);
    expect(notes).toContain(
      'a row of product-attribute refers to product-attribute-group "白酒·基本信息", which is not there; it was left out',
    );
    // Nor are the values of an attribute that was left out.
    expect(
      await values(
        server,
        "select count(*)::int from product_attribute_value l where not exists (select 1 from product_attribute d where d.tenant_id = l.tenant_id and d.id = l.attribute_id)",
      ),
    ).toEqual([0]);
  });

  it("never brings the beginning of what lies behind the demonstration", async () => {
    const server = await seeded();
    await server.database.owner.transaction((tx) => tx.query({ sql: "truncate doc_detail, stock_out_doc, tray cascade", parameters: [] }));
    expect(Object.keys((await seedInto(server.services)).written).filter((name) => /doc|tray/.test(name))).toEqual([]);
  });

  it("of several processes seeds once", async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    await server.database.owner.transaction((tx) => tx.query({ sql: "delete from tenant", parameters: [] }));
    const results = await Promise.all([1, 2, 3].map(() => seedInto(server.services)));
    expect(results.filter(({ written }) => Object.keys(written).length > 0)).toHaveLength(1);
    expect(objectIn(await server.as("zhangwei").get("/digit-bind/factory/list"))["total"]).toBe(8);
    expect(productModel.resources.length).toBeGreaterThan(50);
  });
});

describe("what definitions give to roles", () => {
  const held = (server: TestServer, code: string) =>
    values(
      server,
      `select r.role_alias from role_menu g join role r on r.tenant_id = g.tenant_id and r.id = g.role_id join menu m on m.id = g.menu_id where m.code = '${code}' order by 1`,
    );
  const again = (server: TestServer) => seedInto(server.services);

  it("they hold in a new installation; what is taken away stays away, and another role gets its own once", async () => {
    const server = await seeded();
    expect(await held(server, "shop_add")).toEqual(["production"]);
    expect(await held(server, "processnode_view")).toEqual(["auditor", "production"]);
    expect(await held(server, "processnode_add")).toEqual([]);
    const run = (sql: string) => server.database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
    await run("delete from role_menu g using menu m where m.id = g.menu_id and m.code = 'shop_add'");
    await again(server);
    expect(await held(server, "shop_add")).toEqual([]);
    await run(
      "insert into role (id, tenant_id, role_name, role_alias, create_time) values (77, '100002', '生产', 'production', localtimestamp)",
    );
    await again(server);
    expect(await values(server, "select count(*)::int from role_menu where role_id = 77 and tenant_id = '100002'")).toEqual([
      expect.any(Number),
    ]);
    expect(await held(server, "shop_add")).toEqual(["production"]);
  });

  it("an installation from before keeps the rights it has, and new menus bring theirs", async () => {
    const server = await seeded();
    const run = (sql: string) => server.database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
    await run("delete from tm_given_grant");
    await run("delete from role_menu g using menu m where m.id = g.menu_id and m.code in ('shop_add', 'team_add')");
    await run("delete from menu where code = 'team_add'");
    await again(server);
    expect([await held(server, "shop_add"), await held(server, "team_add")]).toEqual([[], ["production"]]);
  });

  it("one key that replaces several is held by whoever held all that write, and what was taken away stays away", async () => {
    const server = await seeded();
    const run = (sql: string) => server.database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
    // The menu, the roles and a package of an installation with a key for each.
    await run("delete from role_menu g using menu m where m.id = g.menu_id and m.code in ('data_scope_setting', 'api_scope_setting')");
    await run("delete from menu where code in ('data_scope_setting', 'api_scope_setting')");
    const former = ["add", "edit", "view", "delete"].flatMap((kind) => [`data_scope_${kind}`, `api_scope_${kind}`]);
    for (const [index, code] of former.entries())
      await run(
        `insert into menu (id, parent_id, code, alias, name, category, action, sort, is_open, is_deleted)
          select ${660_000 + index}, m.id, '${code}', '${code}', '${code}', '2', '1', ${index}, 1, ${code.startsWith("api_scope") ? 1 : 0} from menu m
          where m.code = '${code.startsWith("api") ? "api-scope" : "data-scope"}'`,
      );
    for (const [role, alias] of ["viewer", "editor", "writer", "none"].entries())
      await run(`insert into role (id, tenant_id, role_name, role_alias) values (${7_700 + role}, '100001', '${alias}', '${alias}')`);
    const hold = (id: number, role: number, code: string) =>
      run(
        `insert into role_menu (id, tenant_id, role_id, menu_id) select ${id}, '100001', ${role}, m.id from menu m where m.code = '${code}'`,
      );
    await hold(91, 7_700, "data_scope_view");
    await hold(92, 7_701, "data_scope_add");
    await hold(93, 7_701, "data_scope_edit");
    for (const [index, kind] of ["view", "add", "edit", "delete"].entries()) await hold(94 + index, 7_702, `data_scope_${kind}`);
    const scopes = () => values(server, "select role_id::text || ' ' || scope_id::text from role_scope order by 1");
    const scoped = await scopes();
    const entries = (kinds: readonly number[]) => kinds.map((kind) => 660_000 + 2 * kind).join(", ");
    await run(`insert into tenant_package (id, package_name, menu_id) values (5, '旧包', array[${entries([0, 1, 2, 3])}, 1]::bigint[])`);
    await run(`insert into tenant_package (id, package_name, menu_id) values (6, '只读包', array[${entries([2])}]::bigint[])`);
    await again(server);
    expect(await held(server, "data_scope_setting")).toEqual(["writer"]);
    expect(await scopes()).toEqual(scoped);
    expect(await values(server, "select cardinality(menu_id) from tenant_package where id = 6")).toEqual([0]);
    expect(
      await values(
        server,
        "select count(*)::int from menu where code like 'data\\_scope\\_%' and code not in ('data_scope_export', 'data_scope_purge') and is_deleted = 0",
      ),
    ).toEqual([1]);
    const packaged = await values(
      server,
      "select array_agg(m.code order by m.code) from tenant_package p join menu m on m.id = any(p.menu_id) where p.id = 5",
    );
    expect(packaged).toEqual([["data_scope_setting"]]);
    expect(await values(server, "select is_deleted from menu where code = 'api_scope_setting'")).toEqual([1]);
    await run("delete from role_menu where role_id = 7702");
    await again(server);
    expect(await held(server, "data_scope_setting")).toEqual([]);
  });
});
