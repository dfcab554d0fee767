// Ids of rows: they grow, they never repeat, and processes beside each other never make the same.
import { expect, it } from "vitest";
import { prepareRoles } from "../../../src/server/postgres/roles.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { identifierMaker, identifiersOf } from "../../../src/server/store/identifiers.ts";
import { migrate } from "../../../src/server/store/migrate.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { modelOf } from "../../support/server.ts";

const moment = Date.UTC(2025, 2, 12);

function growing(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || BigInt(id) > BigInt(ids[index - 1] ?? "0"));
}

it("ids of one maker only grow, within a millisecond, beyond 4,096 of them, and when the clock is set back", () => {
  let now = moment;
  const next = identifierMaker({ milliseconds: () => now }, 3);
  const ids = Array.from({ length: 10_000 }, next);
  now -= 60_000;
  ids.push(...Array.from({ length: 10 }, next));
  now += 3_600_000;
  ids.push(next());
  expect(growing(ids)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

it("ids fit 64 bits until 2093 and travel as digits", () => {
  const last = identifierMaker({ milliseconds: () => Date.UTC(2093, 0, 1) }, 1023)();
  expect(BigInt(last)).toBeLessThan(2n ** 63n);
  expect(last).toMatch(/^[1-9]\d{17,18}$/);
});

it("makers of different numbers never meet", () => {
  const clock = { milliseconds: () => moment };
  const one = new Set(Array.from({ length: 5000 }, identifierMaker(clock, 1)));
  expect(Array.from({ length: 5000 }, identifierMaker(clock, 2)).some((id) => one.has(id))).toBe(false);
});

it("every process takes a number of its own", async () => {
  const connection = await freshDatabase();
  await prepareRoles(connection);
  const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ connection })));
  const [first] = databases;
  if (first !== undefined) await migrate(first, modelOf([]));
  const clock = { milliseconds: () => moment };
  const made = await Promise.all(databases.map((database) => identifiersOf(database, clock).take(100)));
  expect(new Set(made.flat()).size).toBe(400);
  await Promise.all(databases.map((database) => database.close()));
});
