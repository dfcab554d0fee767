// The events of resources follow from their definitions, and a change of a state is known as the move that it is.
import { expect, test } from "vitest";
import { areas, definitions } from "../../generated/registry.ts";
import { buildModel, type ResourceModel } from "../../src/schema/model.ts";
import { eventsOf, movesBetween } from "../../src/schema/row-events.ts";

const model = buildModel(definitions, areas);

function resource(name: string): ResourceModel {
  const found = model.resource.get(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

const namesOf = (name: string) => eventsOf(resource(name)).map((event) => event.name);

test("a resource that calls write tells of its rows, of actions on them, and of moves that the server makes", () => {
  expect(namesOf("factory")).toEqual(["created", "updated", "removed"]);
  expect(namesOf("stock-out-doc")).toEqual(expect.arrayContaining(["created", "start"]));
  expect(namesOf("webhook")).toEqual(["created", "updated", "removed", "enable", "disable", "test", "rotate", "giveUp"]);
});

test("logs, computed rows, buttons that only lead elsewhere, and downloads tell of nothing", () => {
  for (const name of ["log-usual", "job", "notify-log", "webhook-delivery", "work-todo"]) expect(namesOf(name)).toEqual([]);
  expect(namesOf("report")).not.toContain("open");
});

test("a change of the state is the move that leads from the one to the other", () => {
  expect(movesBetween(resource("webhook"), 1, 3)).toEqual(["giveUp"]);
  expect(movesBetween(resource("webhook"), 2, 3)).toEqual([]);
  expect(movesBetween(resource("webhook"), 3, 3)).toEqual([]);
});

test("whoever chooses among events reads their names in both languages", () => {
  const options = resource("webhook").field.get("events")?.data;
  expect(options).toMatchObject({
    options: expect.arrayContaining([
      ["factory.*", "工厂 · 全部事件", "Factory · every event"],
      ["factory.created", "工厂 · 新增", "Factory · created"],
    ]),
  });
});
