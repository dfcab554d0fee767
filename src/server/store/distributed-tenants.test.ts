// What the engine says of a move that it cannot make yet is a refusal with what to do, and everything else stays what it is.
import { expect, test } from "vitest";
import { moveRefusal } from "./distributed-tenants.ts";

test.each([
  "could not acquire the lock required to split concurrently public.tm_counter.",
  "could not acquire the lock required to move public.tm_counter",
  "shard move failed as the orphaned shard public.tm_counter_103108 leftover from the previous move could not be cleaned up",
])("%s: run it again later", (reason) => {
  const refusal = moveRefusal(new Error(reason));
  expect(refusal).toMatchObject({ code: "distribution.refused" });
  expect(String(refusal)).toContain(reason);
});

test("another error is thrown as it is", () => {
  const error = new Error("connection to the remote node failed");
  expect(moveRefusal(error)).toBe(error);
});
