import { expect, onTestFinished, test } from "vitest";
import { storageFull } from "../http/error-answer.ts";
import { watchDisks, whileThereIsSpace, type DiskSpace, type FileSystem } from "./disk-space.ts";

const gigabyte = 1024 ** 3;

async function watched(free: Readonly<Record<string, number | undefined>>, more: Partial<FileSystem> = {}) {
  const left: Record<string, number | undefined> = { ...free };
  const reported: DiskSpace[] = [];
  const system = { device: 1, totalBytes: 100 * gigabyte, takesFiles: true, ...more };
  const watch = await watchDisks({
    directories: [
      { use: "database", directory: "/data" },
      { use: "uploads", directory: "/uploads" },
    ],
    onChange: (space) => reported.push(space),
    read: async (directory) => {
      const freeBytes = left[directory];
      if (freeBytes === undefined) throw new Error("this file system does not say");
      return { ...system, device: directory === "/data" ? 1 : 2, freeBytes };
    },
  });
  onTestFinished(() => watch.stop());
  return { watch, told: reported, left };
}

test("a disk is told of once while it is getting full, before anything is refused, and once it has room again", async () => {
  const { watch, told, left } = await watched({ "/data": 3 * gigabyte, "/uploads": 50 * gigabyte });
  expect(told).toEqual([]);
  left["/data"] = 1.5 * gigabyte;
  await watch.measure();
  await watch.measure();
  expect(told).toMatchObject([{ directory: "/data", state: "low" }]);
  expect(watch.isFull("database")).toBe(false);
  left["/data"] = 0.2 * gigabyte;
  await watch.measure();
  expect([watch.isFull("database"), watch.isFull("uploads"), watch.isFull("log")]).toEqual([true, false, false]);
  left["/data"] = 9 * gigabyte;
  await watch.measure();
  expect(told.map(({ state }) => state)).toEqual(["low", "full", "enough"]);
  expect(watch.isFull("database")).toBe(false);
});

test("a small disk is full when a tenth is left, and any that takes no more files", async () => {
  const small = await watched({ "/data": 45_000_000, "/uploads": 35_000_000 }, { totalBytes: 400_000_000 });
  expect([small.watch.isFull("database"), small.watch.isFull("uploads")]).toEqual([false, true]);
  const crowded = await watched({ "/data": 50 * gigabyte, "/uploads": 50 * gigabyte }, { takesFiles: false });
  expect(crowded.watch.isFull("database")).toBe(true);
});

test("a file system that does not say how much is left refuses nothing", async () => {
  const { watch } = await watched({ "/data": undefined, "/uploads": 0 });
  expect([watch.isFull("database"), watch.isFull("uploads")]).toEqual([false, true]);
});

test("the disk of a real directory is measured, also before the directory is made", async () => {
  const reported: DiskSpace[] = [];
  const watch = await watchDisks({
    directories: [
      { use: "log", directory: import.meta.dirname },
      { use: "uploads", directory: `${import.meta.dirname}/to/come` },
    ],
    onChange: (space) => reported.push(space),
  });
  onTestFinished(() => watch.stop());
  expect(watch.spaces()).toEqual([expect.objectContaining({ uses: ["log", "uploads"], directory: import.meta.dirname })]);
  expect(watch.spaces()[0]?.freeBytes).toBeGreaterThan(0);
});

test("a file that takes the last room is refused while it is written", async () => {
  let hasRoom = true;
  async function* content() {
    yield "one";
    hasRoom = false;
    yield "two";
    yield "three";
  }
  const taken: string[] = [];
  const taking = async () => {
    const chunks = whileThereIsSpace(content(), () => {
      if (!hasRoom) throw storageFull();
    });
    for await (const chunk of chunks) taken.push(chunk);
  };
  await expect(taking()).rejects.toMatchObject({ status: 507 });
  expect(taken).toEqual(["one", "two"]);
});
