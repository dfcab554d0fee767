// An error names an index or a constraint as a node of a cluster has cut it.
import { expect, test } from "vitest";
import { isNamed, nameFor } from "./names.ts";

const long = nameFor("uk", ["product_attribute_value", "tenant_id", "product_id", "attribute_id"], "one");
const other = nameFor("uk", ["product_attribute_value", "tenant_id", "product_id", "value"], "another");
/** As Citus cuts a name for the seven characters of `_102624`, which are taken off where the error is read. */
const cut = `${long.slice(0, 63 - "_102624".length - 9)}_0badcafe`;

test("a long name is known by its beginning, and a short one by all of it", () => {
  expect(long).toHaveLength(63);
  expect(isNamed(long, long)).toBe(true);
  expect(isNamed(long, cut)).toBe(true);
  expect(isNamed("uk_factory_code_0badcafe", "uk_factory_code_0badcafe")).toBe(true);
});

test("another name is not taken for it", () => {
  expect(isNamed(other, long)).toBe(false);
  expect(isNamed("uk_factory_code_0badcafe", cut)).toBe(false);
  expect(isNamed(long, `uk_factory_code_of_something_else_and_much_more_0badcafe`)).toBe(false);
  expect(isNamed(long, undefined)).toBe(false);
});
