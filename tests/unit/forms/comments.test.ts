// Comments in the browser: mentions in a text box, what a text is shown as, and comments between the changes of a record.
import { describe, expect, it } from "vitest";
import { mentionsIn, readableComment } from "../../../src/schema/comments.ts";
import type { ApprovalStep, HistoryEntry, HistoryEvents } from "../../../src/schema/history.ts";
import type { Comment, Person } from "../../../src/admin/forms/comments/comment-answer.ts";
import { decodedText, encodedText, shownParts, typedMention, withMention } from "../../../src/admin/forms/comments/mention-text.ts";
import { keyOfEvents, timelineOf } from "../../../src/admin/forms/comments/timeline.ts";

const person = (id: string, name: string, account = ""): Person => ({ id, name, account });
const lina = person("11", "李娜", "lina");
const otherLina = person("12", "李娜", "lina2");

describe("a mention that is typed", () => {
  it("begins with an @ and ends with white space, and is none inside a word", () => {
    expect(typedMention("请 @李", 4)).toEqual({ start: 2, name: "李" });
    expect(typedMention("请@", 2)).toEqual({ start: 1, name: "" });
    expect(typedMention("请 @李 娜", 6)).toBeUndefined();
    expect(typedMention("mail a@b", 8)).toBeUndefined();
    expect(typedMention("@李娜好", 2)).toEqual({ start: 0, name: "李" });
    expect(typedMention("没有", 2)).toBeUndefined();
    expect(typedMention("@李", 0)).toBeUndefined();
  });

  it("becomes the name of whoever was chosen, and travels as a token", () => {
    const typed = { start: 2, name: "李" };
    const { text, caret, mentioned } = withMention("请 @李 看", typed, lina, new Map());
    expect(text).toBe("请 @李娜 看");
    expect(caret).toBe(6);
    expect(encodedText(text, mentioned)).toBe("请 @{11} 看");
  });

  it("of two people of one name says which of them", () => {
    const first = withMention("@", { start: 0, name: "" }, lina, new Map());
    const second = withMention(`${first.text}@`, { start: first.text.length, name: "" }, otherLina, first.mentioned);
    expect(second.text).toBe("@李娜 @李娜(lina2) ");
    expect(encodedText(second.text, second.mentioned)).toBe("@{11} @{12}");
  });

  it("is edited by the name and comes back as the same token, whoever else is named alike", () => {
    for (const stored of ["@{11} 请看", "@{11} 和 @{12}", "@{99} 不在了", "没有人"]) {
      const { text, mentioned } = decodedText(stored, [lina, otherLina]);
      expect(encodedText(text, mentioned)).toBe(stored);
    }
  });

  it("is read with names, each person once", () => {
    expect(mentionsIn("@{11} @{12} @{11} @{x}")).toEqual(["11", "12"]);
    expect(readableComment("@{11}，@{99}", new Map([["11", "李娜"]]))).toBe("@李娜，@{99}");
  });
});

describe("a comment as it is shown", () => {
  it("has people and links, which end before the punctuation of their sentence", () => {
    expect(shownParts("@{11} 见 https://example.cn/a?b=1。谢谢", [lina])).toEqual([
      { mention: "李娜" },
      { text: " 见 " },
      { link: "https://example.cn/a?b=1" },
      { text: "。谢谢" },
    ]);
    expect(shownParts("(http://example.cn/x).", [])).toEqual([{ text: "(" }, { link: "http://example.cn/x" }, { text: ")." }]);
  });

  it("has no links to anything but pages", () => {
    for (const text of ["javascript:alert(1)", "<a href=x>", "http://"]) expect(shownParts(text, [])).toEqual([{ text }]);
  });
});

describe("the timeline of a record", () => {
  const entry = (id: string): HistoryEntry => ({ id, time: "", account: "", person: "", call: "submit", callTitle: "", rows: [] });
  const comment = (id: string): Comment => ({ id, text: "", person: "", time: "", editTime: "", isOwn: false, mentions: [] });
  const idsOf = ({ items }: ReturnType<typeof timelineOf>) => items.map(({ id, kind }) => `${kind} ${id}`);

  it("has both by their ids, which are longer than numbers", () => {
    const changes = { items: [entry("150000000000000003"), entry("99999999999999999")], steps: [], events: [], next: "" };
    const comments = { items: [comment("150000000000000004"), comment("150000000000000002")], next: "" };
    const timeline = timelineOf(changes, comments);
    expect(idsOf(timeline)).toEqual([
      "comment 150000000000000004",
      "change 150000000000000003",
      "comment 150000000000000002",
      "change 99999999999999999",
    ]);
    expect(timeline.older).toBeUndefined();
  });

  it("ends where one of them was not read any further, and goes on with that one", () => {
    const changes = { items: [entry("9"), entry("7")], steps: [], events: [], next: "7" };
    const comments = { items: [comment("8"), comment("3"), comment("1")], next: "" };
    const first = timelineOf(changes, comments);
    expect(idsOf(first)).toEqual(["change 9", "comment 8", "change 7"]);
    expect(first.older).toBe("history");
    const second = timelineOf({ items: [...changes.items, entry("2")], steps: [], events: [], next: "" }, comments);
    expect(idsOf(second)).toEqual(["change 9", "comment 8", "change 7", "comment 3", "change 2", "comment 1"]);
    const others = timelineOf(
      { items: [entry("9")], steps: [], events: [], next: "4" },
      { items: [comment("8"), comment("6")], next: "6" },
    );
    expect(idsOf(others)).toEqual(["change 9", "comment 8", "comment 6"]);
    expect(others.older).toBe("comments");
  });

  it("has the steps of approvals where they stand, and none that an unread part may still have entries above", () => {
    const step = (at: string): ApprovalStep => ({
      id: `s${at}`,
      at,
      time: "",
      person: "",
      act: "approved",
      task: "",
      comment: "",
      files: [],
    });
    const history = { items: [entry("9"), entry("5")], steps: [step("8"), step("4")], events: [], next: "" };
    expect(idsOf(timelineOf(history, { items: [comment("7"), comment("3")], next: "" }))).toEqual([
      "change 9",
      "step 8",
      "comment 7",
      "change 5",
      "step 4",
      "comment 3",
    ]);
    const events = (at: string): HistoryEvents => ({
      ...{ resource: "scan", by: "id", timeField: "time", at, from: "", to: "" },
      isMonth: false,
      count: 1,
      hasMore: false,
    });
    const days = timelineOf({ ...history, events: [events("7"), events("6"), events("2")] }, { items: [], next: "" });
    expect(days.items.map((item) => (item.kind === "events" ? item.events.map(({ at }) => at).join("+") : item.kind))).toEqual([
      "change",
      "step",
      "7+6",
      "change",
      "step",
      "2",
    ]);
    // Days of several kinds, and of several fields of one kind, end at the same moments.
    const kinds = ["7", "6"].flatMap((at) => [events(at), { ...events(at), by: "other" }, { ...events(at), resource: "sale" }]);
    const both = timelineOf({ ...history, events: kinds }, { items: [], next: "" }).items.flatMap((item) =>
      item.kind === "events" ? [item.events] : [],
    );
    expect(both.map((days) => days.map(({ resource, at }) => `${resource} ${at}`))).toEqual([
      ["scan 7", "scan 7", "scan 6", "scan 6"],
      ["sale 7", "sale 6"],
    ]);
    expect(new Set(both.flat().map(keyOfEvents)).size).toBe(kinds.length);
    const begun = timelineOf(history, { items: [comment("7")], next: "7" });
    expect(idsOf(begun)).toEqual(["change 9", "step 8", "comment 7"]);
    expect(begun.older).toBe("comments");
  });
});
