// The demonstration rows of the definitions, together: no list of a new installation is empty.
import { expect, test } from "vitest";
import { areas, definitions } from "../../generated/registry.ts";
import { hasScreen, menuOf } from "../../src/schema/menu.ts";
import { buildModel } from "../../src/schema/model.ts";
import { seedOf } from "../../src/server/seed/grants.ts";
import { pastResources } from "../../src/server/seed/history/past.ts";

const model = buildModel(definitions, areas);

/**
 * Filled otherwise: the menu from the definitions, divisions from the list of the country, the repeat report by the scans of the demonstration,
 * and what effects made of its past (tests/server/domain/warehousing/demonstration.test.ts looks at all lists of an installation).
 */
const filledOtherwise = new Set(["menu", "region", "scan-repeat", ...pastResources]);

const isFilledFromAbove = (name: string) =>
  model.resources.some(
    (master) =>
      master.details?.resource === name && (master.data.seed ?? []).some((row) => Array.isArray(row["below"]) && row["below"].length > 0),
  );

const listed = model.resources
  .filter((resource) => hasScreen(resource) && resource.hasTable && !filledOtherwise.has(resource.name))
  .map((resource) => resource.name);

test.each(listed)("the list of %s is not empty", (name) => {
  const own = model.resource.get(name)?.data.seed ?? [];
  expect(own.length > 0 || isFilledFromAbove(name)).toBe(true);
});

test("no role has a button without the menu that it stands on", () => {
  const screenOf = new Map(
    menuOf(model).flatMap(({ screens }) => screens.flatMap(({ code, buttons }) => buttons.map((button) => [button.code, code] as const))),
  );
  const grants = model.resource.get("role-menu");
  const rows = grants === undefined ? [] : seedOf(grants, model);
  const held = new Set(rows.map(({ tenantId, roleId, menuId }) => `${String(tenantId ?? "")} ${String(roleId)} ${String(menuId)}`));
  const without = rows.flatMap(({ tenantId, roleId, menuId }) => {
    const screen = screenOf.get(String(menuId));
    return screen === undefined || held.has(`${String(tenantId ?? "")} ${String(roleId)} ${screen}`)
      ? []
      : [`${String(roleId)}: ${String(menuId)}`];
  });
  expect(rows.length).toBeGreaterThan(100);
  expect(without).toEqual([]);
});
