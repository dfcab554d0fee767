// Written by `npm run generate`; do not edit.
import type { Area } from "../src/schema/area.ts";
import type { LoadedDefinition } from "../src/schema/resource-data.ts";
import resource0 from "../resources/authority/tenant.ts";
import resource1 from "../resources/production/factory.ts";
import resource2 from "../resources/production/shop.ts";
import resource3 from "../resources/system/param.ts";
import area0 from "../resources/production/area.ts";
import area1 from "../resources/system/area.ts";

export const definitions: readonly LoadedDefinition[] = [
  { data: resource0, file: "resources/authority/tenant.ts", area: "authority" },
  { data: resource1, file: "resources/production/factory.ts", area: "production" },
  { data: resource2, file: "resources/production/shop.ts", area: "production" },
  { data: resource3, file: "resources/system/param.ts", area: "system" },
];

export const areas: readonly Area[] = [area0, area1];
