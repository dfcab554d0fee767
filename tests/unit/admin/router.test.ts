// What Refine is told of an address.
import type { IResourceItem } from "@refinedev/core";
import { expect, test } from "vitest";
import { parseAddress } from "#admin/data/providers/router-provider.ts";

test("an address belongs to the screen whose path it matches, with the parameters of path and query", () => {
  const resources: IResourceItem[] = [
    { name: "factory", list: "/production/factory" },
    { name: "form", list: "/work/process/leave/form/:processDefinitionId" },
  ];
  expect(parseAddress("/production/factory", "?current=2&f.name=a%26b", resources)).toEqual({
    resource: resources[0],
    action: "list",
    pathname: "/production/factory",
    params: { current: "2", "f.name": "a&b" },
  });
  expect(parseAddress("/work/process/leave/form/a%2Fb", "", resources)).toMatchObject({
    resource: resources[1],
    params: { processDefinitionId: "a/b" },
  });
  expect(parseAddress("/nowhere", "", resources)).toEqual({ pathname: "/nowhere", params: {} });
});

test("an address is compared with the screens once, however many components ask", () => {
  let compared = 0;
  const resources: IResourceItem[] = [
    {
      name: "factory",
      get list() {
        compared += 1;
        return "/production/factory";
      },
    },
  ];
  const first = parseAddress("/production/factory", "", resources);
  const once = compared;
  expect(parseAddress("/production/factory", "", resources)).toBe(first);
  expect(compared).toBe(once);
  expect(parseAddress("/production/factory", "?current=2", resources)).not.toBe(first);
});
