import { expect, it } from "vitest";
import type { AnyDomain } from "../contract.ts";
import { emptyDomain, mergeDomains } from "./services.ts";

const withHooks = (hooks: AnyDomain["hooks"]): AnyDomain => ({ ...emptyDomain, hooks });
const answered = withHooks({ parcel: { afterRead: (row) => ({ ...row, isTold: 1 }) } });
const submitted = withHooks({ parcel: { submit: {} }, order: { submit: {} } });

it("hooks of a resource stand in as many places as they have phases", () => {
  const { hooks } = mergeDomains([answered, submitted]);
  expect(Object.keys(hooks["parcel"] ?? {})).toEqual(["afterRead", "submit"]);
  expect(Object.keys(hooks["order"] ?? {})).toEqual(["submit"]);
});

it("a phase that two places give is a fault", () => {
  expect(() => mergeDomains([submitted, submitted])).toThrow('two hooks are registered for "submit" of "parcel"');
});
