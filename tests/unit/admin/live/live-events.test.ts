// What a window takes up of what the server tells, and how the stream is read.
import { beforeEach, expect, it, vi } from "vitest";
import { eventsIn } from "#admin/api/event-stream.ts";
import { beginLive, isLive, liveCursor, onLive, takeLive } from "#admin/data/live/live-events.ts";

beforeEach(() => beginLive());

const change = (entry: string, ids: readonly string[]) => ({
  entry,
  at: Date.now(),
  resource: "factory",
  action: "edit",
  ids,
  hasMore: false,
  userId: "7",
  name: "李娜",
});

it("tells each write once, however often it comes, and keeps the latest cursor", () => {
  const told: string[] = [];
  const stop = onLive("changes", (changes) => told.push(...changes.flatMap(({ ids }) => ids)));
  takeLive({ event: "changes", data: [change("1", ["a"]), change("1", ["b"])], id: "100" });
  takeLive({ event: "changes", data: [change("1", ["a"]), change("2", ["c"])], id: "200" });
  expect(told).toEqual(["a", "b", "c"]);
  takeLive({ event: "alive", data: {}, id: "" });
  expect(liveCursor()).toBe("200");
  stop();
  takeLive({ event: "changes", data: [change("3", ["d"])], id: "300" });
  expect(told).toHaveLength(3);
});

it("is live for as long as it hears something, and passes over what it does not understand", () => {
  vi.useFakeTimers();
  try {
    expect(isLive()).toBe(false);
    takeLive({ event: "later", data: 1, id: "" });
    takeLive({ event: "changes", data: "x", id: "" });
    takeLive({ event: "presence", data: [], id: "" });
    expect(isLive()).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(isLive()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

it("reads events wherever the answer is cut, letters in the middle of their bytes included, and leaves comments out", async () => {
  const bytes = new TextEncoder().encode(
    ': hello\n\nid: 5\nevent: changes\ndata: ["张伟"]\n\ndata: {bad\n\nevent: alive\ndata: {}\n\nevent: cut',
  );
  for (const size of [1, 2, 7, 1_000]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const read = [];
    for await (const event of eventsIn(body)) read.push(event);
    expect(read, String(size)).toEqual([
      { event: "changes", data: ["张伟"], id: "5" },
      { event: "alive", data: {}, id: "" },
    ]);
  }
});
