// Sizes of files in the sentences of upload fields.
import { expect, test } from "vitest";
import { fileSize } from "#admin/inputs/upload/file-size.ts";

test("sizes are said in the unit that people use for them", () => {
  expect([500, 1024, 1536, 5120].map(fileSize)).toEqual(["500 KB", "1 MB", "1.5 MB", "5 MB"]);
});
