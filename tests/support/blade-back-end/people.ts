// Tenants, people, roles, departments and posts.
import { done, refusals } from "./answers.ts";
import { needed, type Endpoint } from "./calls.ts";
import { crud, ofCaller } from "./crud.ts";
import { byEntity } from "./filters.ts";
import { parts, type Row, type Table } from "./rows.ts";
import { storedPassword, type PeopleTables } from "./sample-people.ts";
import { forest, nodes } from "./trees.ts";

/** What a password that was forgotten becomes. */
const initialPassword = "123456";

const named = (table: Table, ids: unknown, name: string): string =>
  parts(String(ids ?? ""))
    .map((id) => String(table.find(id)?.[name] ?? ""))
    .join(",");

export function people({ tenants, users, roles, departments, posts }: PeopleTables): readonly Endpoint[] {
  const userLabels = (row: Row) => ({
    roleName: named(roles, row["roleId"], "roleName"),
    deptName: named(departments, row["deptId"], "deptName"),
    postName: named(posts, row["postId"], "postName"),
  });

  /** A new tenant has its first role, department, post and person; the role is granted nothing. */
  const found = (tenant: Row): void => {
    tenant["tenantId"] ||= String(100_000 + tenants.rows.length);
    const tenantId = tenant["tenantId"];
    const role = roles.add({ tenantId, parentId: "0", roleName: "管理员", roleAlias: "admin", sort: 2 });
    const department = departments.add({ tenantId, parentId: "0", ancestors: "0", deptName: tenant["tenantName"] ?? "", sort: 2 });
    const post = posts.add({ tenantId, category: 1, postCode: "ceo", postName: "首席执行官", sort: 1 });
    users.add({
      tenantId,
      account: "admin",
      name: "admin",
      realName: "admin",
      password: storedPassword("admin"),
      roleId: role["id"] ?? "",
      deptId: department["id"] ?? "",
      postId: post["id"] ?? "",
    });
  };

  const chosen = (call: { readonly body: Readonly<Record<string, unknown>> }) => {
    const { password } = call.body;
    // Passwords come as they were typed. Without one nothing is stored, and nobody can sign in.
    return { ...call.body, password: typeof password === "string" && password !== "" ? storedPassword(password) : undefined };
  };
  const people = crud("/blade-system/user", users, { listFor: "administrators", also: userLabels, before: chosen });
  const submitted = people.find(({ path }) => path.endsWith("/submit"));

  return [
    ...people,
    ...(submitted === undefined ? [] : [{ ...submitted, path: "/blade-system/user/update" }]),
    {
      method: "GET",
      path: "/blade-system/user/info",
      answer: ({ caller }) => {
        const user = users.find(caller.userId);
        return done(user === undefined ? null : { ...users.shown(user), ...userLabels(user) });
      },
    },
    {
      method: "GET",
      path: "/blade-system/user/user-list",
      answer: (call) => done(ofCaller(users, byEntity(users, call.parameters), call).map((row) => users.shown(row))),
    },
    {
      method: "POST",
      path: "/blade-system/user/grant",
      answer: (call) => {
        const roleId = needed(call, "roleIds");
        for (const id of parts(needed(call, "userIds"))) Object.assign(users.find(id) ?? {}, { roleId });
        return done();
      },
    },
    {
      method: "POST",
      path: "/blade-system/user/reset-password",
      answer: (call) => {
        for (const id of parts(needed(call, "userIds"))) Object.assign(users.find(id) ?? {}, { password: storedPassword(initialPassword) });
        return done();
      },
    },
    {
      method: "POST",
      path: "/blade-system/user/update-password",
      answer: (call) => {
        const user = users.find(call.caller.userId);
        if (user?.["password"] !== storedPassword(needed(call, "oldPassword"))) throw refusals.business("原密码不正确!");
        if (needed(call, "newPassword") !== needed(call, "newPassword1")) throw refusals.business("请输入正确的确认密码!");
        user["password"] = storedPassword(needed(call, "newPassword"));
        return done();
      },
    },
    {
      method: "POST",
      path: "/blade-system/user/update-info",
      answer: ({ caller, body }) => {
        users.submit({ ...body, id: caller.userId, password: undefined }, caller);
        return done();
      },
    },
    ...crud("/blade-system/role", roles, {
      list: (_call, rows) => done(forest(roles, rows, (row) => ({ parentName: named(roles, row["parentId"], "roleName") || "顶级" }))),
    }),
    {
      method: "GET",
      path: "/blade-system/role/tree",
      for: "administrators",
      answer: (call) => done(nodes(ofCaller(roles, roles.rows, call), "roleName")),
    },
    ...crud("/blade-system/dept", departments, {
      list: (_call, rows) =>
        done(forest(departments, rows, (row) => ({ parentName: named(departments, row["parentId"], "deptName") || "顶级" }))),
      before: ({ body }) => {
        // As the original: a parent "0" is looked for, and is not there.
        if (String(body["parentId"] ?? "") === "0")
          throw refusals.business(String(body["id"] ?? "") === "" ? "父节点不可选择自身!" : "上级部门不存在!");
        const parentId = String(body["parentId"] ?? "") || "0";
        const above = departments.find(parentId)?.["ancestors"];
        return { ...body, parentId, ancestors: above === undefined ? "0" : `${String(above)},${parentId}` };
      },
    }),
    {
      method: "GET",
      path: "/blade-system/dept/tree",
      for: "administrators",
      answer: (call) => done(nodes(ofCaller(departments, departments.rows, call), "deptName")),
    },
    ...crud("/blade-system/post", posts, { isBound: true }),
    {
      method: "GET",
      path: "/blade-system/post/select",
      answer: (call) => done(ofCaller(posts, posts.rows, call).map((row) => posts.shown(row))),
    },
    ...crud("/blade-system/tenant", tenants, { after: (row, isNew) => (isNew ? found(row) : undefined) }),
    { method: "GET", path: "/blade-system/tenant/select", answer: () => done(tenants.rows.map((row) => tenants.shown(row))) },
    {
      method: "GET",
      path: "/blade-system/tenant/info",
      for: "everybody",
      answer: ({ parameters }) => {
        const domain = parameters["domain"] ?? "";
        const tenant = tenants.rows.find((row) => row["domain"] !== null && row["domain"] === domain);
        return done(tenant === undefined ? null : { tenantId: tenant["tenantId"], domain });
      },
    },
  ];
}
