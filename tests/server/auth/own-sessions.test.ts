// Where somebody is signed in: what they see of it, and how they sign out elsewhere.
import { describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import { call, model, serversOfFile, signIn, type Token } from "./fixture.ts";

const startTestServer = serversOfFile();

const path = "/blade-auth/oauth/sessions";

interface Listed {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly signInTime: string;
  readonly lastTime: string;
  readonly isCurrent: boolean;
}

const list = async (app: FastifyInstance, token: Token | undefined): Promise<readonly Listed[]> =>
  (await call(app, token, `GET ${path}`)).body.data;
const isIn = async (app: FastifyInstance, token: Token) => (await call(app, token, "GET /blade-user/info")).body.code === 200;
const from = (userAgent: string, address: string) => ({ headers: { "user-agent": userAgent, "x-forwarded-for": address } });

describe("one's own sessions", () => {
  test("are listed with device, address and times, the one that asks first, and nobody else's", async () => {
    const { app, pass } = await startTestServer({ trustedProxies: ["127.0.0.1"] });
    const [here] = [await signIn(app, "clerk", from("Firefox", "10.0.0.1")), await signIn(app, "admin"), await signIn(app, "foreign")];
    pass(600_000);
    await signIn(app, "clerk", from(`Chrome ${"x".repeat(1000)}`, "10.0.0.2"));
    const found = await list(app, here);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({ userAgent: "Firefox", address: "10.0.0.1", isCurrent: true });
    expect(found[1]).toMatchObject({ address: "10.0.0.2", isCurrent: false });
    expect(found[1]?.userAgent).toHaveLength(300);
    for (const one of found) expect(one.signInTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    // It was just used.
    expect(found[0]?.lastTime).toBe(found[1]?.lastTime);
    expect(found[0]?.signInTime).not.toBe(found[0]?.lastTime);
    expect(JSON.stringify(found)).not.toContain(here.access_token);
    expect((await call(app, undefined, `GET ${path}`)).body.code).toBe(401);
  });

  test("that are over are not listed: signed out, run out, or of an earlier password", async () => {
    const { app, pass, database } = await startTestServer();
    const gone = await signIn(app, "clerk");
    await call(app, gone, "GET /blade-auth/oauth/logout");
    await signIn(app, "clerk");
    pass(604_801_000);
    await signIn(app, "clerk");
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "update auth_session set credential = 'of another password' where ended_at is null and expires_at > $1",
        parameters: [Date.UTC(2026, 10, 29)],
      }),
    );
    expect(await list(app, await signIn(app, "clerk"))).toHaveLength(1);
  });

  test("end but for the one that asks, at once and in every process", async () => {
    const { app, sibling } = await startTestServer();
    const other = await sibling();
    const [here, there, colleague] = [await signIn(app, "clerk"), await signIn(app, "clerk"), await signIn(app, "admin")];
    expect(await isIn(other, there)).toBe(true);
    expect((await call(app, here, `POST ${path}/end-others`)).body).toMatchObject({ code: 200, data: { count: 1 } });
    expect([await isIn(app, there), await isIn(other, there), await isIn(app, here), await isIn(app, colleague)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await call(app, here, `POST ${path}/end-others`)).body).toMatchObject({ code: 200, data: { count: 0 } });
  });

  test("end one by one", async () => {
    const { app } = await startTestServer();
    const [here, second, third] = [await signIn(app, "clerk"), await signIn(app, "clerk"), await signIn(app, "clerk")];
    const id = (await list(app, second)).find((one) => one.isCurrent)?.id ?? "";
    expect((await call(app, here, `POST ${path}/end?ids=${id}`)).body).toMatchObject({ code: 200, data: { count: 1 } });
    expect([await isIn(app, here), await isIn(app, second), await isIn(app, third)]).toEqual([true, false, true]);
  });

  test("of others stay, whatever ids are sent", async () => {
    const { app } = await startTestServer();
    const [here, colleague, foreign] = [await signIn(app, "clerk"), await signIn(app, "admin"), await signIn(app, "foreign")];
    const ids = [...(await list(app, colleague)), ...(await list(app, foreign))].map((one) => one.id).join(",");
    expect((await call(app, here, `POST ${path}/end?ids=${ids}`)).body).toMatchObject({ code: 200, data: { count: 0 } });
    expect([await isIn(app, colleague), await isIn(app, foreign)]).toEqual([true, true]);
    for (const wrong of ["", "?ids=", "?ids=1", `?ids=${"x".repeat(36)}`])
      expect((await call(app, here, `POST ${path}/end${wrong}`)).body.code, wrong).toBe(400);
  });
});

test("a database of before gets the columns", async () => {
  const { app, database } = await startTestServer();
  await database.owner.transaction((tx) =>
    tx.query({ sql: "alter table auth_session drop column user_agent, drop column address, drop column last_used_at", parameters: [] }),
  );
  await prepareAccess(database, model);
  await prepareAccess(database, model);
  expect(await list(app, await signIn(app, "clerk"))).toHaveLength(1);
});
