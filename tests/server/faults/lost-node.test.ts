// Nodes of a cluster are killed and come back while people work: what was acknowledged is stored, what fails says so in their language, and
// whoever has their rows on a node that lives notices nothing. On a cluster alone (`npm test -- --citus`).
import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { readConfiguration } from "../../../src/server/config.ts";
import { startServer, withData } from "../../../src/server/start-server.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { nodeOfTenant } from "../../../src/server/store/distributed-tenants.ts";
import { tenantAdministrator } from "../../support/application.ts";
import { onConnection } from "../../support/cluster-nodes.ts";
import { startOwnCluster, type OwnCluster, type OwnNode } from "../../support/cluster-of-file.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { reportUnlessStopped } from "../../support/postgres.ts";
import { distribute, installationVariables, migrateFrom, productModel } from "../../support/product.ts";

const { tenantId, account, password } = tenantAdministrator;
const basic = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;
/** Writes at once, half of them of somebody who reads English. */
const writers = 4;
const sentences = {
  "zh-CN":
    /"msg":"(服务繁忙，请稍后再试|数据库暂时没有响应，恢复后可继续操作，请稍后再试|数据库连接中断，无法确认是否已保存，请刷新核对后再操作)"/,
  en: /"msg":"[A-Z][^"\u4E00-\u9FFF]+"/,
};

const ruleOfCodes = {
  name: "L",
  ruleCode: "LOST",
  prefix: "LOST-",
  codeFuncType: 1,
  serialMode: 1,
  alphabet: 2,
  bodyLength: 12,
  checkMode: 2,
  layerMark: 0,
  datePart: 0,
};
/** The state of codes that are there. */
const generated = 2;

interface Detail {
  readonly data: { readonly status: number };
}

type Language = keyof typeof sentences;
interface Refusal {
  readonly language: Language;
  readonly status: number;
  readonly body: string;
}

describe.skipIf(!isDistributedRun())("a cluster of which a node is lost", { timeout: 900_000 }, () => {
  let cluster: OwnCluster;
  let server: Awaited<ReturnType<typeof startServer>>;
  /** The worker with the rows of the tenant, and the other one. */
  let own: OwnNode;
  let other: OwnNode;

  beforeAll(async () => {
    cluster = await startOwnCluster();
    return () => cluster.close();
  }, 300_000);

  beforeAll(async () => {
    const { connection } = cluster.coordinator;
    const variables = {
      ...installationVariables(connection, await mkdtemp(join(inject("files"), "lost-node-"))),
      CALLS_PER_MINUTE: "100000",
    };
    await (await migrateFrom(connection, productModel)).close();
    await withData({ configuration: readConfiguration(variables), model: productModel }, async () => undefined);
    await distribute(connection, productModel);
    const database = await openDatabase({ connection, onBackgroundError: reportUnlessStopped });
    const place = await nodeOfTenant(database, tenantId);
    await database.close();
    const isOwn = (node: OwnNode) => place.startsWith(`${node.connection.host}:${node.connection.port}`);
    [own, other] = [cluster.workers.find(isOwn), cluster.workers.find((node) => !isOwn(node))].map((node) => {
      if (node === undefined) throw new Error(`the tenant is on ${place}`);
      return node;
    }) as [OwnNode, OwnNode];
    server = await startServer({ configuration: readConfiguration({ ...variables, CAPTCHA: "false" }), model: productModel });
    return () => server.close();
  }, 900_000);

  const signedIn = async (): Promise<string> => {
    const query = new URLSearchParams({ tenantId, username: account, grant_type: "password", scope: "all", type: "account" });
    query.set("password", createHash("md5").update(password).digest("hex"));
    const headers = { Authorization: basic, "Tenant-Id": tenantId };
    const answer = await fetch(`${server.address}/api/blade-auth/oauth/token?${query}`, { method: "POST", headers });
    expect(answer.status).toBe(200);
    const token = (await answer.json()) as { readonly access_token: string };
    return token.access_token;
  };
  const call = (token: string, address: string, body?: object, language: Language = "zh-CN"): Promise<Response> => {
    const [path = "", method = body === undefined ? "GET" : "POST"] = address.split(" ").toReversed();
    return fetch(`${server.address}/api${path}`, {
      method,
      headers: { Authorization: basic, "Blade-Auth": `bearer ${token}`, "Accept-Language": language, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };

  /** Adds rows without a pause until `work` is done; answers which were acknowledged, and what was refused. */
  const writing = async (name: string, work: (stored: ReadonlySet<string>) => Promise<void>) => {
    const token = await signedIn();
    const [stored, refused] = [new Set<string>(), [] as Refusal[]];
    const until = { isOver: false };
    const writer = async (_none: unknown, index: number): Promise<void> => {
      const language: Language = index % 2 === 0 ? "zh-CN" : "en";
      for (let count = 0; !until.isOver; count += 1) {
        const code = `${name}${index}-${count}`;
        const answer = await call(token, "/digit-bind/channel-type/submit", { name: code, code }, language);
        const body = await answer.text();
        if (answer.status === 200) stored.add(code);
        else refused.push({ language, status: answer.status, body });
      }
    };
    const all = Promise.all(Array.from({ length: writers }, writer));
    try {
      await work(stored);
    } finally {
      until.isOver = true;
      await all;
    }
    return { stored, refused };
  };
  const moreThan = (stored: ReadonlySet<string>, count: number) =>
    expect.poll(() => stored.size, { timeout: 120_000 }).toBeGreaterThan(count);
  const deliveries = async (): Promise<number> => {
    const { rows } = await onConnection(cluster.coordinator.connection, (client) =>
      client.query<{ count: number }>("select count(*)::int as count from webhook_delivery where tenant_id = $1", [tenantId]),
    );
    return rows[0]?.count ?? 0;
  };
  const isStored = async (codes: ReadonlySet<string>): Promise<void> => {
    const found = await onConnection(cluster.coordinator.connection, (client) =>
      client.query<{ code: string }>("select code from channel_type where tenant_id = $1 and code = any($2)", [tenantId, [...codes]]),
    );
    expect(new Set(found.rows.map(({ code }) => code))).toEqual(codes);
  };

  test("a tenant of a living node signs in, lists, edits and looks codes up while the other node is down", async () => {
    const { refused, stored } = await writing("L", async (rows) => {
      await moreThan(rows, 4);
      await other.kill();
      const token = await signedIn();
      const list = await call(token, "/digit-bind/warehouse/list?current=1&size=5");
      const { data } = (await list.json()) as {
        readonly data: { readonly total: number; readonly records: readonly Record<string, string>[] };
      };
      expect(data.total).toBeGreaterThan(0);
      const [row] = data.records;
      const edited = await call(token, "/digit-bind/warehouse/submit", { id: row?.["id"], version: row?.["version"], remark: "edited" });
      expect(await edited.json()).toMatchObject({ code: 200 });
      const lookUp = await fetch(`${server.address}/api/anti-fake-web/product-info?tenantId=${tenantId}&code=81234567890000000001`);
      expect(await lookUp.json()).toMatchObject({ code: 200 });
      for (const path of [
        "/blade-system/menu/routes",
        "/blade-system/role/list",
        "/digit-bind/stock-out-doc/list",
        "/blade-desk/notice/list",
      ])
        expect((await call(token, path)).status, path).toBe(200);
      const added = async (path: string, body: object): Promise<string> => {
        const answer = (await (await call(token, `${path}/submit`, body)).json()) as {
          readonly code: number;
          readonly data: { id: string };
        };
        expect(answer, path).toMatchObject({ code: 200 });
        return answer.data.id;
      };
      // What concerns all tenants goes on for those that can be reached: who is told of changes, and jobs.
      await added("/blade-system/webhook", {
        name: "L",
        url: "https://example.com/hook",
        events: ["channel-type.created"],
        status: 1,
      });
      const told = rows.size;
      await moreThan(rows, told + writers);
      expect(await deliveries()).toBeGreaterThan(0);
      const codeMakeRuleId = await added("/digit-manage/code-make-rule", ruleOfCodes);
      await call(token, `PUT /digit-manage/code-make-rule/status/${codeMakeRuleId}/1`);
      const generation = { name: "L", codeMakeRuleId, codeNum: 100, fileFormat: 1, fileContent: 1, splitSize: 0 };
      const id = await added("/digit-manage/code-gen-record", generation);
      await call(token, `/digit-manage/code-gen-record/gen/${id}`, {});
      const state = async () => ((await (await call(token, `/digit-manage/code-gen-record/detail?id=${id}`)).json()) as Detail).data.status;
      await expect.poll(state, { timeout: 60_000 }).toBe(generated);
      await other.start();
    });
    expect(refused).toEqual([]);
    await isStored(stored);
  });

  test.each([
    ["the node of the tenant", "W", () => own],
    ["the coordinator", "C", () => cluster.coordinator],
  ] as const)("%s is killed under writes: what was acknowledged is stored, what fails says so", async (_what, name, node) => {
    const { refused, stored } = await writing(name, async (rows) => {
      await moreThan(rows, 4);
      await node().kill();
      await node().start();
      await moreThan(rows, rows.size + 4);
    });
    expect(refused).not.toEqual([]);
    expect(refused.filter(({ status, body, language }) => status !== 503 || !sentences[language].test(body))).toEqual([]);
    await isStored(stored);
  });
});
