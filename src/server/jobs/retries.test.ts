// Which failures of a job pass by waiting, and what people are told of them.
import { expect, it } from "vitest";
import { ApiError, businessError, forbidden, invalidFields, notFound, rowNotFound, staleVersion } from "../http/errors.ts";
import { isFault, isFinal, jobErrorOf, retryDelay } from "./retries.ts";

const answered = (status: number) => new ApiError(status, "answered", ["如此", "So it is"]);

it.each([
  ["too many requests", answered(429)],
  ["a fault of another system", answered(500)],
  ["a gateway without its server", answered(502)],
  ["a service that is away", answered(503)],
  ["a gateway that waited too long", answered(504)],
  ["an error that nobody foresaw", new Error("secret")],
  ["what is no error at all", "secret"],
])("%s may pass: the job is tried again", (_what, error) => {
  expect(isFinal(error)).toBe(false);
});

it.each([
  ["a refusal of the business", businessError("noCredit", ["余额不足", "No credit is left"])],
  ["wrong fields", invalidFields([])],
  ["a row that is gone", rowNotFound()],
  ["no caller", answered(401)],
  ["a missing right", forbidden()],
  ["a resource that is not there", notFound()],
  ["a conflict", staleVersion({}, {})],
  ["the last status before the one that passes", answered(428)],
  ["the first after it", answered(431)],
  ["the last of a caller's mistakes", answered(499)],
])("%s stays: the job has failed", (_what, error) => {
  expect(isFinal(error)).toBe(true);
});

it("a refusal is no fault and is told by its own sentences and facts", () => {
  const refusal = businessError("noCredit", ["余额不足", "No credit is left"], { data: { left: "1.00" } });
  expect(isFault(refusal)).toBe(false);
  expect(jobErrorOf(refusal, "7")).toEqual({ code: "noCredit", text: ["余额不足", "No credit is left"], data: { left: "1.00" } });
  expect(jobErrorOf(notFound(), "7")).toEqual({ code: "notFound", text: ["请求的资源不存在", "There is nothing here"] });
});

it("a fault is told by the number of the job alone", () => {
  const fault = new Error("secret");
  expect(isFault(fault)).toBe(true);
  const reported = jobErrorOf(fault, "7");
  expect(reported).toEqual({ code: "fault", text: [expect.stringContaining("任务编号 7"), expect.stringContaining("(job 7)")] });
  expect(JSON.stringify(reported)).not.toContain("secret");
});

it.each([
  [1, 0, 5_000],
  [2, 0, 10_000],
  [3, 0, 20_000],
  [10, 0, 2_560_000],
  [11, 0, 3_600_000],
  [60, 0, 3_600_000],
  [2, 1, 5_000],
  [2, 0.5, 7_500],
])("after attempt %i, with chance at %d, the next waits %i ms", (attempts, chance, delay) => {
  expect(retryDelay(attempts, () => chance)).toBe(delay);
});
