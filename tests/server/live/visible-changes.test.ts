// What of a write people with limits are told: rows that they see, removed ones that they saw, and one look-up for all who see the same.
import { expect, test } from "vitest";
import type { Caller } from "../../../src/server/caller/caller.ts";
import type { RequestContext } from "../../../src/server/contract.ts";
import type { ChangeEntry } from "../../../src/server/live/change-entries.ts";
import { visibleChanges } from "../../../src/server/live/visible-changes.ts";
import { objectIn } from "../../support/samples.ts";
import { people, serverOfFile, tenants } from "../../support/server.ts";
import { statementsOf } from "../../support/statements.ts";

const server = await serverOfFile();
const zhangwei = server.as("zhangwei");
const factories = "/digit-bind/factory";

async function factory(code: string): Promise<string> {
  const answer = await zhangwei.post(`${factories}/submit`, { code, name: code, factoryType: 1 });
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}
const [own, other] = [await factory("LIVE-OWN"), await factory("LIVE-OTHER")];

/** Somebody who sees the factories whose code begins so. */
function recipient(userId: string, prefix: string) {
  const caller: Caller = {
    ...people.nobody,
    userId,
    permissions: new Set(["factory"]),
    rowLimits: new Map([
      [
        "factory",
        (alias) => ({ shape: `code of ${alias}`, parameters: [`${prefix}%`], sql: ([place = ""]) => `${alias}.code LIKE ${place}` }),
      ],
    ]),
  };
  const context: RequestContext = {
    caller,
    language: "zh",
    model: server.model,
    database: server.database,
    scope: { tenantId: tenants.one, userId },
    now: server.clock.now,
    identifiers: server.services.identifiers,
    address: "",
  };
  return { context, mayCall: () => true };
}

const entry = (action: "edit" | "remove"): ChangeEntry => ({
  ...{ id: "1", time: "2025-03-12 12:00:00", userId: "11", name: "张伟" },
  changed: [{ resource: "factory", action, ids: [own, other], hasMore: false }],
});
const idsOf = (told: Awaited<ReturnType<typeof visibleChanges>>) => told.map(({ ids }) => ids);

test("rows are looked up once for all who see the same, and by themselves for others", async () => {
  const entries = [entry("edit")];
  const told: (readonly (readonly string[])[])[] = [];
  const tell = async (userId: string, prefix: string) => void told.push(idsOf(await visibleChanges(recipient(userId, prefix), entries)));
  const same = await statementsOf(server, () => Promise.all(["31", "32", "33"].map((userId) => tell(userId, "LIVE-OWN"))));
  expect(same.statements).toBe(1);
  expect(told).toEqual([[[own]], [[own]], [[own]]]);
  expect((await statementsOf(server, () => tell("34", "LIVE-"))).statements).toBe(1);
  expect(told.at(-1)).toEqual([[own, other]]);
});

test("a removal is told of the rows that the person saw", async () => {
  expect(await zhangwei.post(`${factories}/remove`, undefined, { ids: `${own},${other}` })).toMatchObject({ code: 200 });
  expect(idsOf(await visibleChanges(recipient("31", "LIVE-OWN"), [entry("remove")]))).toEqual([[own]]);
  expect(await visibleChanges(recipient("31", "NONE"), [entry("remove")])).toEqual([]);
  // They cannot be looked at as rows that were edited.
  expect(await visibleChanges(recipient("31", "LIVE-OWN"), [entry("edit")])).toEqual([]);
});
