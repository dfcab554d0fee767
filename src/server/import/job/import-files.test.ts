// Stored files of imports: how many one person may have, and for how long.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { importFiles, maxStored, retentionHours } from "./import-files.ts";

const content = async function* () {
  yield Buffer.from("a");
};

test("a person has so many files at a time, whatever others have; what is over makes room", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "import-files-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  let now = 0;
  const files = importFiles(directory, () => now);
  const about = { name: "a.csv", resource: "factory", tenantId: "1", userId: "1" };
  for (let sent = 0; sent < maxStored.files; sent += 1) await files.receive(content(), about);
  await expect(files.receive(content(), about)).rejects.toMatchObject({ code: "tooManyFiles" });
  const { upload } = await files.receive(content(), { ...about, userId: "2" });
  expect(await files.find(upload)).toMatchObject({ about: { userId: "2" } });
  now = (retentionHours + 1) * 3_600_000;
  expect(await files.find(upload)).toBeUndefined();
  await files.receive(content(), about);
});
