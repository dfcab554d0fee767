// Types of the cookbook's sample packs, as `npm run generate` writes them for definitions of the product; a test compares.
import type { Generated } from "kysely";

declare module "#generated/tables.ts" {
  interface Tables {
    "sample-pack": { id: string; tenantId: string; name: string | null; inStock: number | null; status: Generated<number>; createTime: string | null; createUser: string | null; createDept: string | null; updateUser: string | null; updateTime: string | null; isDeleted: Generated<number>; version: Generated<number> };
  }
}

declare module "#generated/actions.ts" {
  interface Actions {
    "sample-pack.handOut": { num: number };
  }
}
