// Sessions for administrators: those of their own tenant, of all tenants for the platform's, and ending them at once in every process.
import { describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { call, serversOfFile, signIn, type Token } from "./fixture.ts";

const startTestServer = serversOfFile();

interface Row {
  readonly sessionId: string;
  readonly account: string;
  readonly tenantId: string;
  readonly device: string;
  readonly address: string;
}

const list = async (app: FastifyInstance, token: Token, query = ""): Promise<readonly Row[]> => {
  const { body } = await call(app, token, `GET /blade-auth/session/living?size=100${query}`);
  if (body.code !== 200) throw new Error(JSON.stringify(body));
  const { records }: { readonly records: readonly Row[] } = body.data;
  return records;
};
const isIn = async (app: FastifyInstance, token: Token) => (await call(app, token, "GET /blade-user/info")).body.code === 200;
const end = (app: FastifyInstance, token: Token, ids: readonly string[]) =>
  call(app, token, `POST /blade-auth/session/end?ids=${ids.join(",")}`);

describe("sessions of others", () => {
  test("are listed within the tenant, and the platform's administrator sees all, or those of a named tenant", async () => {
    const { app } = await startTestServer();
    const agent = { headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/142.0" } };
    await signIn(app, "clerk", agent);
    const [admin, foreign, root] = [await signIn(app, "admin"), await signIn(app, "foreign"), await signIn(app, "platform")];
    expect((await list(app, admin)).map(({ account }) => account).sort()).toEqual(["boss", "clerk"]);
    expect(await list(app, admin, "&account=cle")).toMatchObject([
      { account: "clerk", device: "Chrome 142 · Windows", address: "127.0.0.1" },
    ]);
    expect(await list(app, foreign)).toMatchObject([{ tenantId: "100002" }]);
    expect(new Set((await list(app, root)).map(({ tenantId }) => tenantId))).toEqual(new Set(["000000", "100001", "100002"]));
    expect(await list(app, root, "&tenantId=100002")).toMatchObject([{ tenantId: "100002" }]);
    expect(JSON.stringify(await list(app, root))).not.toContain(admin.refresh_token);
  });

  test("end at once in every process; those of another tenant do not, nor one's own", async () => {
    const { app, sibling } = await startTestServer();
    const other = await sibling();
    const [clerk, admin, foreign, root] = [
      await signIn(app, "clerk"),
      await signIn(app, "admin"),
      await signIn(app, "foreign"),
      await signIn(app, "platform"),
    ];
    expect([await isIn(other, clerk), await isIn(other, foreign)]).toEqual([true, true]);
    const idOf = async (tenantId: string, account: string) =>
      (await list(app, root)).find((row) => row.tenantId === tenantId && row.account === account)?.sessionId ?? "";
    const [ofClerk, ofAdmin, ofForeign] = [await idOf("100001", "clerk"), await idOf("100001", "boss"), await idOf("100002", "boss")];
    for (const ids of [[ofForeign], [ofClerk, ofForeign], [ofAdmin], ["x"]]) expect((await end(app, admin, ids)).body.success).toBe(false);
    expect([await isIn(app, clerk), await isIn(app, foreign), await isIn(app, admin)]).toEqual([true, true, true]);
    expect((await end(app, admin, [ofClerk])).body).toMatchObject({ success: true, data: { count: 1 } });
    expect([await isIn(app, clerk), await isIn(other, clerk)]).toEqual([false, false]);
    expect((await end(app, root, [ofForeign])).body.success).toBe(true);
    expect(await isIn(other, foreign)).toBe(false);
  });

  test("with the keys alone: reading does not end, and nobody ends the session of somebody who may do more", async () => {
    const { app, grant } = await startTestServer();
    const [clerk, admin] = [await signIn(app, "clerk"), await signIn(app, "admin")];
    const ofAdmin = (await list(app, admin)).find(({ account }) => account === "boss")?.sessionId ?? "";
    await grant();
    expect((await call(app, clerk, "GET /blade-auth/session/living")).body.code).toBe(403);
    await grant("session");
    expect(await list(app, clerk)).toHaveLength(2);
    expect((await end(app, clerk, [ofAdmin])).body.code).toBe(403);
    await grant("session", "session_end");
    expect((await end(app, clerk, [ofAdmin])).body.success).toBe(false);
    expect(await isIn(app, admin)).toBe(true);
  });
});
