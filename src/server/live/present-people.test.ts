import { afterEach, expect, test } from "vitest";
import type { Presence } from "../store/live-messages.ts";
import { createPresentPeople } from "./present-people.ts";

const left: string[] = [];
const people = createPresentPeople({ milliseconds: () => 0 }, ({ id }) => void left.push(id));
afterEach(() => people.close());

const window = (id: number, more: Partial<Presence> = {}): Presence => ({
  ...{ tenantId: "1", resource: "factory", id: String(id), userId: "7", name: "张伟", window: "w" },
  ...{ isEditing: false, isGone: false },
  ...more,
});
const isThere = (id: number, userId = "7", tenantId = "1") => people.isAt({ tenantId, resource: "factory", id: String(id) }, userId);

test("a person has so many windows; of more, those have gone that have said so longest ago, and nobody else's", () => {
  people.note(window(1, { userId: "8" }));
  people.note(window(1, { tenantId: "2" }));
  for (let id = 1; id <= 200; id += 1) people.note(window(id));
  // The first one says so again.
  people.note(window(1));
  left.length = 0;
  people.note(window(201));
  expect([1, 2, 3, 201].map((id) => isThere(id))).toEqual([true, false, true, true]);
  // Whoever else has it open hears that it was left.
  expect(left).toEqual(expect.arrayContaining(["2", "201"]));
  expect([isThere(1, "8"), isThere(1, "7", "2")]).toEqual([true, true]);
  // A window that has closed makes room.
  people.note(window(3, { isGone: true }));
  people.note(window(202));
  expect([3, 4, 202].map((id) => isThere(id))).toEqual([false, true, true]);
});
