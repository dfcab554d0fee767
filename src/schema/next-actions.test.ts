// What is usually done next with a row, read from its states and what leads from one to another.
import { describe, expect, test } from "vitest";
import { state, text } from "./index.ts";
import type { FieldData } from "./field.ts";
import { buildModel, type ResourceModel } from "./model.ts";
import { nextActions, transitionOf } from "./next-actions.ts";
import type { ActionData, ResourceData } from "./resource-data.ts";

function documentOf(actions: Readonly<Record<string, ActionData>>, more: Partial<ResourceData> = {}): ResourceModel {
  const fields = {
    name: text("名称", "Name"),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      open: [1, "进行中", "Open", "blue"],
      done: [2, "已完成", "Done", "green"],
      closed: [3, "已关闭", "Closed"],
      failed: [4, "失败", "Failed", "red"],
      asked: [5, "审批中", "Asked", "purple"],
      sealed: [6, "封存", "Sealed", "orange"],
    }),
  };
  const data: ResourceData = {
    name: "note",
    label: ["单据", "Note"],
    path: "/digit-bind/note",
    title: "name",
    actions,
    // Builders return the data of a field; only the type checker knows them as more.
    fields: fields as unknown as Readonly<Record<string, FieldData>>,
    ...more,
  };
  const [resource] = buildModel([{ data, file: "resources/production/note.ts", area: "production" }], []).resources;
  if (resource === undefined) throw new Error("the model lacks the resource it was made of");
  return resource;
}

const move = (from: string | readonly string[], to: string, more: Partial<ActionData> = {}): ActionData => ({
  label: ["动", "Move"],
  from,
  to,
  ...more,
});
const nextOf = (resource: ResourceModel) => nextActions(resource)?.by;

describe("the usual next action of a state", () => {
  test("leads to the next state on the way to where rows are meant to get, and others after it", () => {
    const actions = {
      skip: move("draft", "done"),
      start: move("draft", "open"),
      finish: move("open", "done"),
      close: move(["draft", "open"], "closed"),
    };
    expect(nextOf(documentOf(actions))).toEqual({ 0: { moves: ["start", "skip"] }, 1: { moves: ["finish"] } });
  });

  test("is none that only the server follows with success, nor one that takes back", () => {
    const actions = { withdraw: move("asked", "draft"), finish: move("open", "done"), close: move("draft", "closed") };
    const events = { ask: { from: "draft", to: "asked" }, granted: { from: "asked", to: "open" }, late: { from: "closed", to: "done" } };
    expect(nextOf(documentOf(actions, { events }))).toEqual({ 1: { moves: ["finish"] } });
  });

  test("leads out of failure, and out of the end only where it is taken up again", () => {
    const actions = { retry: move("failed", "open"), finish: move("open", "done"), undo: move("done", "failed") };
    expect(nextOf(documentOf(actions))).toEqual({ 1: { moves: ["finish"] }, 4: { moves: ["retry"] } });
  });

  test("does not take back what somebody has put aside", () => {
    const actions = {
      seal: move("open", "sealed"),
      unseal: move("sealed", "open"),
      finish: move("open", "done"),
      pay: move("sealed", "done"),
    };
    expect(nextOf(documentOf(actions))).toEqual({ 1: { moves: ["finish"] }, 6: { moves: ["pay"] } });
  });

  test("comes behind the work that rows are in the state for; buttons for several rows are no part of it", () => {
    const actions = {
      scan: { label: ["扫码", "Scan"] as const, when: { status: 1 }, dialog: "scan" },
      print: { label: ["打印", "Print"] as const, when: { status: [1, 2] }, dialog: "print" },
      finish: move("open", "done"),
      finishAll: move("open", "done", { on: "selection" }),
    };
    expect(nextOf(documentOf(actions))).toEqual({ 1: { work: ["scan"], moves: ["finish"] } });
  });
});

test("an action refuses where it leads to failure, or to an end that nobody aims at", () => {
  const resource = documentOf({
    finish: move("open", "done"),
    close: move("open", "closed"),
    fail: move("open", "failed"),
    ask: move("open", "asked"),
    copy: { label: ["复制", "Copy"] },
  });
  const text = resource.actions.map((action) => [action.name, transitionOf(resource, action)]);
  expect(Object.fromEntries(text)).toEqual({ finish: "moves", close: "refuses", fail: "refuses", ask: "refuses", copy: undefined });
});
