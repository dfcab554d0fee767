import { expect, test } from "vitest";
import { changeMessage, jobMessage, presenceMessage, readMessage } from "./live-messages.ts";

test("what one process writes another reads, and what it does not know it passes over", () => {
  expect(readMessage(changeMessage("100001", "42"))).toEqual({ about: "change", tenantId: "100001", entryId: "42" });
  expect(readMessage(jobMessage({ tenantId: "100001", userId: "7", id: "9" }))).toEqual({
    about: "job",
    tenantId: "100001",
    userId: "7",
    jobId: "9",
  });
  expect(readMessage(jobMessage({ tenantId: "100001", userId: "", id: "9" }))).toMatchObject({ userId: "" });
  const presence = {
    tenantId: "1",
    resource: "factory",
    id: "2",
    userId: "3",
    name: "张 伟\n",
    window: "w",
    isEditing: true,
    isGone: false,
  };
  expect(presenceMessage(presence)).not.toContain("\n");
  expect(readMessage(presenceMessage(presence))).toEqual({ about: "presence", ...presence });
  for (const line of ["", "change", "change 1", "job 1 2", "presence {", "presence {}", "later 1 2"])
    expect(readMessage(line), line).toBeUndefined();
});
