// The people that the platform ships, with their tenant, roles, departments and posts; and one with a role of their own.
import { createHash } from "node:crypto";
import { Table, type Row, type Value } from "./rows.ts";

const hex = (algorithm: "md5" | "sha1", text: string): string => createHash(algorithm).update(text).digest("hex");

/** A password as it is stored. */
export const storedPassword = (plain: string): string => hex("sha1", hex("md5", plain));

export const ids = {
  administrator: "1123598816738675201",
  demo: "1123598816738675290",
  department: "1123598813738675201",
  post: "1123598817738675201",
} as const;

export interface PeopleTables {
  readonly tenants: Table;
  readonly users: Table;
  readonly roles: Table;
  readonly departments: Table;
  readonly posts: Table;
}

const postNames: readonly (readonly [code: string, name: string, category: number])[] = [
  ["ceo", "首席执行官", 1],
  ["coo", "首席运营官", 1],
  ["cfo", "首席财务官", 1],
  ["cto", "首席技术官", 1],
  ["cio", "首席信息官", 1],
  ["pm", "技术经理", 2],
  ["hrm", "综合经理", 2],
  ["staff", "技术专员", 3],
  ["produce", "产品专员", 3],
  ["hr", "人事专员", 3],
];

/** The tables, filled; `password` is one of the platform's people, each of whom has their account as the password. */
export function samplePeople(): PeopleTables {
  const tables: PeopleTables = {
    tenants: new Table({ tenantId: "text", tenantName: "text", linkman: "text", contactNumber: "text", address: "text", domain: "text" }),
    users: new Table(
      {
        code: "text",
        account: "text",
        password: "text",
        name: "text",
        realName: "text",
        email: "text",
        phone: "text",
        birthday: "date",
        sex: "number",
        avatar: "text",
        roleId: "text",
        deptId: "text",
        postId: "text",
      },
      { ofTenant: true, hidden: ["password"] },
    ),
    roles: new Table({ parentId: "id", roleName: "text", sort: "number", roleAlias: "text" }, { ofTenant: true, hasAuthor: false }),
    departments: new Table(
      { parentId: "id", ancestors: "text", deptName: "text", fullName: "text", sort: "number", remark: "text" },
      { ofTenant: true, hasAuthor: false },
    ),
    posts: new Table({ category: "number", postCode: "text", postName: "text", sort: "number", remark: "text" }, { ofTenant: true }),
  };
  const { tenants, users, roles, departments, posts } = tables;
  tenants.add({ tenantId: "000000", tenantName: "管理组", linkman: "admin", contactNumber: "666666", address: "管理组" });

  const role = (id: string, roleAlias: string, roleName: string, place: Readonly<Record<string, Value>>): Row =>
    roles.add({ id, parentId: "0", roleName, roleAlias, ...place });
  role(ids.administrator, "administrator", "超级管理员", { sort: 1 });
  role("1123598816738675202", "user", "用户", { sort: 2 });
  role("1123598816738675203", "hr", "人事", { sort: 1, parentId: "1123598816738675202" });
  role("1123598816738675204", "manager", "经理", { sort: 2, parentId: "1123598816738675202" });
  role("1123598816738675205", "boss", "老板", { sort: 3, parentId: "1123598816738675202" });
  role(ids.demo, "demo", "演示", { sort: 4 });

  const department = (id: string, deptName: string, fullName: string, sort: number): Row =>
    departments.add({
      id,
      deptName,
      fullName,
      sort,
      parentId: id === ids.department ? "0" : ids.department,
      ancestors: id === ids.department ? "0" : `0,${ids.department}`,
    });
  department(ids.department, "刀锋科技", "江苏刀锋科技有限公司", 1);
  department("1123598813738675202", "常州刀锋", "常州刀锋科技有限公司", 1);
  department("1123598813738675203", "苏州刀锋", "苏州刀锋科技有限公司", 1);

  for (const [index, [postCode, postName, category]] of postNames.entries())
    posts.add({
      id: `11235988177386752${String(index + 1).padStart(2, "0")}`,
      postCode,
      postName,
      category,
      sort: index + 1,
      remark: postName,
    });

  const user = (account: string, realName: string, more: Readonly<Record<string, Value>>): Row =>
    users.add({
      account,
      realName,
      name: realName,
      password: storedPassword(account),
      sex: 1,
      deptId: ids.department,
      postId: ids.post,
      ...more,
    });
  user("admin", "管理员", {
    id: "1123598821738675201",
    roleId: ids.administrator,
    email: "admin@bladex.vip",
    phone: "13800138000",
    birthday: "2018-08-08 00:00:00",
  });
  user("hr", "人事", { id: "1123598821738675202", roleId: "1123598816738675203" });
  user("manager", "经理", { id: "1123598821738675203", roleId: "1123598816738675204" });
  user("boss", "老板", { id: "1123598821738675204", roleId: "1123598816738675205" });
  user("tester", "测试", { id: "1123598821738675290", roleId: ids.demo });
  return tables;
}
