// Of every project of tests: a test that passes without having asserted anything has proved nothing, and fails.
import { afterEach, expect } from "vitest";

afterEach(({ task }) => {
  if (task.result?.state === "pass" && expect.getState().assertionCalls === 0) throw new Error("this test asserted nothing");
});
