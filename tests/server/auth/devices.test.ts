// The devices of lines and warehouses: bound by the first sign-in on them, recognised by their secret, signed out when they are reset.
import { expect, test } from "vitest";
import { readChanges } from "#schema/changes";
import { askForToken, call, people, serversOfFile, type TestServer, type Token } from "./fixture.ts";

const startTestServer = serversOfFile();

const code = "PDA-8C3A01";

async function withDevice(): Promise<TestServer & { readonly token: Token; readonly id: string; readonly stored: () => Promise<unknown> }> {
  const server = await startTestServer();
  const { app, database } = server;
  const token = (await askForToken(app, "admin")).body;
  await call(app, token, "POST /digit-bind/device/submit", { payload: { deviceCode: code, name: "gate", deviceType: 1 } });
  const stored = async () => {
    const [found] = await database.read({ tenantId: people.admin.tenantId }, [
      { sql: "select id, status, bind_user_id, app_version, device_secret from device where device_code = $1", parameters: [code] },
    ]);
    return found?.rows[0];
  };
  const row = await stored();
  const id = typeof row === "object" && row !== null && "id" in row ? String(row.id) : "";
  return { ...server, token, id, stored };
}

const signIn = (server: TestServer, who: "admin" | "clerk", parameters: Readonly<Record<string, string>> = {}) =>
  askForToken(server.app, who, { parameters: { deviceCode: code, ...parameters } });

test("the first sign-in binds a device to its person and tells its secret once; the next ones need it", async () => {
  const server = await withDevice();
  expect(await server.stored()).toMatchObject({ status: 0, bind_user_id: null });
  const first = await signIn(server, "clerk", { appVersion: "2.4.1" });
  expect(first.status).toBe(200);
  const secret = String(first.body["device_secret"]);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await server.stored()).toMatchObject({ status: 1, bind_user_id: people.clerk.id, app_version: "2.4.1" });
  expect(JSON.stringify(await server.stored())).not.toContain(secret);

  const again = await signIn(server, "clerk", { deviceSecret: secret });
  expect(again.status).toBe(200);
  expect(again.body).not.toHaveProperty("device_secret");
  expect(await signIn(server, "clerk")).toMatchObject({ status: 400, body: { error_description: "设备密钥不正确，请先重置设备" } });
  expect(await signIn(server, "admin", { deviceSecret: secret })).toMatchObject({
    status: 400,
    body: { error: "invalid_grant", error_description: "设备已绑定其他人员，请先重置设备" },
  });
});

test("the log has who a device was bound to, without its secret, and no further sign-in on it", async () => {
  const server = await withDevice();
  const secret = String((await signIn(server, "clerk")).body["device_secret"]);
  expect((await signIn(server, "clerk", { deviceSecret: secret })).status).toBe(200);
  const [entries] = await server.database.owner.read([
    { sql: "select create_by, log_data from log_usual where log_id = 'device.token' order by id", parameters: [] },
  ]);
  expect(entries?.rows).toHaveLength(1);
  const [entry] = entries?.rows ?? [];
  expect(entry?.["create_by"]).toBe(people.clerk.account);
  const changes = expect.arrayContaining([
    { field: "bindUserId", before: null, after: people.clerk.id },
    { field: "deviceSecret", before: null, after: "****", masked: true },
  ]);
  expect(readChanges(String(entry?.["log_data"]))?.rows).toMatchObject([{ resource: "device", id: server.id, action: "edit", changes }]);
});

test("of two people who sign in on a new device at once, one has it", async () => {
  const server = await withDevice();
  const answers = await Promise.all([signIn(server, "admin"), signIn(server, "clerk")]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a device that nobody registered, of another tenant or disabled is refused, and no session is opened", async () => {
  const server = await withDevice();
  expect(await signIn(server, "clerk", { deviceCode: "UNKNOWN" })).toMatchObject({
    status: 400,
    body: { error_description: "设备未登记，请联系管理员" },
  });
  expect(await askForToken(server.app, "foreign", { parameters: { deviceCode: code } })).toMatchObject({
    status: 400,
    body: { error_description: "设备未登记，请联系管理员" },
  });
  await signIn(server, "clerk");
  await call(server.app, server.token, `POST /digit-bind/device/disable/${server.id}`);
  expect(await signIn(server, "clerk")).toMatchObject({ status: 400, body: { error_description: "设备已停用，请联系管理员" } });
});

test("a reset, a disabled and a removed device sign its people out; after a reset it is bound anew", async () => {
  const server = await withDevice();
  const { app, token, id } = server;
  const isSignedIn = async (held: Token) => (await call(app, held, "GET /blade-auth/oauth/user-info")).body.code === 200;
  const elsewhere = (await askForToken(app, "clerk")).body;
  let secret = "";
  const ended: unknown[] = [];
  for (const path of [`reset/${id}`, `disable/${id}`, `remove?ids=${id}`]) {
    if (path.startsWith("remove")) await call(app, token, `POST /digit-bind/device/enable/${id}`);
    const { status, body } = await signIn(server, "clerk", { deviceSecret: secret });
    secret = String(body["device_secret"] ?? secret);
    const before = await isSignedIn(body);
    const { body: answered } = await call(app, token, `POST /digit-bind/device/${path}`);
    ended.push([status, before, answered.code, await isSignedIn(body), await isSignedIn(elsewhere), await server.stored()]);
  }
  const row = { id, app_version: null };
  expect(ended).toMatchObject([
    [200, true, 200, false, true, { ...row, status: 0, bind_user_id: null, device_secret: null }],
    [200, true, 200, false, true, { ...row, status: 2, bind_user_id: people.clerk.id }],
    [200, true, 200, false, true, { ...row, status: 1 }],
  ]);
});
