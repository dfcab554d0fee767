import { expect, test, vi } from "vitest";
import { createAnnouncements, messagesOf, payloadsOf } from "./announcements.ts";

test("messages go together as far as a notification takes them, each once, and those that none takes are left out", () => {
  expect(payloadsOf(["a", "b", "a"])).toEqual(["a\nb"]);
  expect(payloadsOf([])).toEqual([]);
  const long = "汉".repeat(1_500);
  const payloads = payloadsOf([`${long}1`, `${long}2`, "x".repeat(9_000), "last"]);
  expect(payloads.map((one) => Buffer.byteLength(one) < 8_000)).toEqual([true, true]);
  expect(payloads.flatMap(messagesOf)).toEqual([`${long}1`, `${long}2`, "last"]);
});

test("what is told within a moment goes in one call; a call that fails is told, and the next goes all the same", async () => {
  const sent: unknown[] = [];
  const failures: unknown[] = [];
  let fails = true;
  const send = vi.fn(async (statements: readonly { readonly parameters: readonly unknown[] }[]) => {
    if (fails) throw new Error("away");
    sent.push(...statements.map(({ parameters }) => parameters));
  });
  const announcements = createAnnouncements(send, (error) => failures.push(error));
  announcements.tell("one", "lost");
  await announcements.close();
  expect(failures).toHaveLength(1);
  fails = false;
  announcements.tell("one", "a");
  announcements.tell("two", "b");
  announcements.tell("one", "c");
  expect(send).toHaveBeenCalledTimes(1);
  await announcements.close();
  expect(sent).toEqual([
    ["one", "a\nc"],
    ["two", "b"],
  ]);
});
