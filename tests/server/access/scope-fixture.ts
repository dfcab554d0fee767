// Rows of several people and departments, and scopes that tests make and grant by the calls an administrator uses.
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import type { Database } from "../../../src/server/store/database.ts";
import { call, menuIds, people, serversOfFile, signIn, type Answered, type TestServer, type Token } from "../auth/fixture.ts";

/** The clerk's department, one below it, and one of somebody else. */
export const departments = { own: "3003", below: "3010", other: "3002" } as const;

/** Who made a row of the tests, and in which department. */
const makers = {
  mine: [people.clerk.id, departments.own],
  colleague: [people.admin.id, departments.own],
  below: [people.admin.id, departments.below],
  elsewhere: [people.admin.id, departments.other],
  nobody: [null, null],
} as const;
export type RowName = keyof typeof makers;
export const rowNames = Object.keys(makers) as readonly RowName[]; // keys of `makers`

/** Ids of the rows that `makeRows` writes to a table: the first is that of `mine`. */
export const idOfRow = (name: RowName, first = 8001): string => String(first + rowNames.indexOf(name));

async function makeDepartment(database: Database): Promise<void> {
  await database.owner.transaction((tx) =>
    tx.query({
      sql: "insert into dept (id, tenant_id, parent_id, dept_name, full_name, dept_category, ancestors, sort) values ($1, '100001', $2, 'below', 'below', '2', $3, 1)",
      parameters: [departments.below, departments.own, `0,${departments.own}`],
    }),
  );
}

/** One row of each maker; further columns are the same in all of them, or made of the row's name. */
export async function makeRows(database: Database, table: string, columns: Readonly<Record<string, unknown>>, first = 8001): Promise<void> {
  await database.owner.transaction((tx) =>
    tx.batch(
      rowNames.map((name) => {
        const [user, dept] = makers[name];
        const values: Readonly<Record<string, unknown>> = {
          id: idOfRow(name, first),
          tenant_id: people.clerk.tenantId,
          create_user: user,
          create_dept: dept,
          ...Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, value === "<name>" ? name : value])),
        };
        const names = Object.keys(values);
        return {
          sql: `insert into ${table} (${names.join(", ")}) values (${names.map((_one, index) => `$${index + 1}`).join(", ")})`,
          parameters: Object.values(values),
        };
      }),
    ),
  );
}

const idOf = (code: string): string => menuIds.get(code) ?? `no menu ${code}`;

export interface ScopeRow {
  /** The menu it hangs below; that of factories unless said. */
  readonly menuId?: string;
  readonly scopeClass: string;
  readonly scopeType: string;
  readonly scopeColumn?: string;
  readonly scopeValue?: string | undefined;
  readonly scopeField?: string;
}

/** Submits a data scope and gives whatever came back. */
export function submitDataScope(app: FastifyInstance, token: Token, row: ScopeRow): Promise<Answered> {
  const payload = {
    menuId: idOf("factory"),
    scopeName: "scope",
    resourceCode: "scope",
    scopeColumn: "create_dept",
    scopeField: "*",
    ...row,
  };
  return call(app, token, "POST /blade-system/data-scope/submit", { payload });
}

export const dataOf = <T>({ body: { data } }: Answered): T => data;

function idIn(answer: Answered): string {
  const { id } = dataOf<{ readonly id?: string } | null>(answer) ?? {};
  if (id === undefined) throw new Error(JSON.stringify(answer.body));
  return id;
}

/** Makes a data scope. */
export async function dataScope(app: FastifyInstance, token: Token, row: ScopeRow): Promise<string> {
  return idIn(await submitDataScope(app, token, row));
}

/** Makes an API scope. */
export async function apiScope(app: FastifyInstance, token: Token, scopePath: string): Promise<string> {
  const payload = { menuId: idOf("factory"), scopeName: scopePath, resourceCode: "scope", scopePath, scopeType: "1" };
  return idIn(await call(app, token, "POST /blade-system/api-scope/submit", { payload }));
}

export interface Granted {
  readonly menus?: readonly string[];
  readonly data?: readonly string[];
  readonly apis?: readonly string[];
  readonly role?: string;
}

/** Replaces what a role holds: the clerk's unless said. */
export function grantTo(
  app: FastifyInstance,
  token: Token,
  { menus = [], data = [], apis = [], role = people.clerk.role }: Granted,
): Promise<Answered> {
  return call(app, token, "POST /blade-system/role/grant", {
    payload: { roleIds: [role], menuIds: menus.map(idOf), dataScopeIds: data, apiScopeIds: apis },
  });
}

export const factories = "/digit-bind/factory";
export const factoryMenus = ["factory", "factory_add", "factory_edit", "factory_delete", "factory_view"];

export interface Row {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly hasChildren?: boolean;
  readonly children?: readonly Row[];
  readonly [field: string]: unknown;
}

/** A tenant with a factory of everybody, and its people signed in. */
export interface Scene extends TestServer {
  readonly platform: Token;
  readonly admin: Token;
  readonly clerk: Token;
  /** Makes scopes and grants them to the clerk's role, with these menus and buttons. */
  limit(scopes: readonly ScopeRow[], menus?: readonly string[]): Promise<readonly string[]>;
}

/** Furnishes a tenant with a factory of everybody, for each test of a file; asked for at its top. */
export function scenesOfFile(): () => Promise<Scene> {
  const startTestServer = serversOfFile();
  return async () => {
    const server = await startTestServer();
    const { app, database } = server;
    await makeDepartment(database);
    await makeRows(database, "factory", { code: "<name>", name: "<name>", factory_type: 1 });
    const [platform, admin, clerk] = [await signIn(app, "platform"), await signIn(app, "admin"), await signIn(app, "clerk")];
    return {
      ...server,
      platform,
      admin,
      clerk,
      limit: async (scopes, menus = factoryMenus) => {
        const ids: string[] = [];
        for (const row of scopes) ids.push(await dataScope(app, platform, row));
        expect((await grantTo(app, admin, { menus, data: ids })).body).toMatchObject({ code: 200 });
        return ids;
      },
    };
  };
}

/** A page of a resource: of factories unless said. */
export async function listed(
  app: FastifyInstance,
  token: Token,
  query: Readonly<Record<string, string>> = {},
  path = factories,
): Promise<{ readonly records: readonly Row[]; readonly total: number }> {
  return dataOf(await call(app, token, `GET ${path}/list`, { query: { size: "50", ascs: "id", ...query } }));
}

export const namesIn = (rows: readonly Row[]): readonly string[] => rows.map(({ name }) => name).sort();
export const sorted = (names: readonly RowName[]): readonly string[] => [...names].sort();
/** A scope with a rule of its own. */
export const custom = (rule: unknown): ScopeRow => ({ scopeClass: "factory", scopeType: "5", scopeValue: JSON.stringify(rule) });
/** The scope by which people see their own factories. */
export const own: ScopeRow = { scopeClass: "factory", scopeType: "2", scopeColumn: "create_user" };
