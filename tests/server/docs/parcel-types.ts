// Types of the examples' resources (parcel-definitions.ts), as `npm run generate` writes them for definitions of the product; a test
// compares.
import type { Generated } from "kysely";

declare module "#generated/tables.ts" {
  interface Tables {
    "parcel": { id: string; tenantId: string; name: string | null; weight: number | null; price: number | null; isTold: number | null; status: Generated<number>; createUser: string | null; createDept: string | null; createTime: string | null; updateUser: string | null; updateTime: string | null; isDeleted: Generated<number>; version: Generated<number> };
    "parcel-receipt": { id: string; tenantId: string; parcelId: string | null; signature: string | null; createUser: string | null; createDept: string | null; createTime: string | null; updateUser: string | null; updateTime: string | null; status: Generated<number>; isDeleted: Generated<number>; version: Generated<number> };
  }
}

declare module "#generated/actions.ts" {
  interface Actions {
    "parcel.handOver": { signature: string };
  }
}
