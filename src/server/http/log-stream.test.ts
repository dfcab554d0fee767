import { expect, test } from "vitest";
import { logStream } from "./log-stream.ts";

/** A disk of a size, as a log sees it. */
function disk(room: number) {
  const written: string[] = [];
  let left = room;
  return {
    lines: () => written.join("").split("\n").filter(Boolean),
    free: (bytes: number) => (left += bytes),
    write: (bytes: Buffer): number => {
      if (left === 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      const taken = Math.min(left, bytes.length);
      written.push(bytes.subarray(0, taken).toString());
      left -= taken;
      return taken;
    },
  };
}

test("lines that found no room are written when there is some, in their order and whole", () => {
  const file = disk(10);
  const log = logStream(file.write);
  for (const line of ["one", "two", "three", "four"]) log.write(`${line}\n`);
  expect(file.lines()).toEqual(["one", "two", "th"]);
  file.free(1_000);
  log.write("five\n");
  expect(file.lines()).toEqual(["one", "two", "three", "four", "five"]);
});

test("a disk that stays full costs lines and no memory, and the log says how many when it can", () => {
  const file = disk(0);
  const log = logStream(file.write);
  const line = `${"x".repeat(99_999)}\n`;
  for (let count = 0; count < 25; count += 1) log.write(line);
  file.free(10_000_000);
  log.write("after\n");
  const lines = file.lines();
  expect(lines.filter((one) => one.startsWith("x"))).toHaveLength(10);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ level: 40, count: 16, msg: "log lines were lost" });
  log.write("later\n");
  expect(file.lines().at(-1)).toBe("later");
});
