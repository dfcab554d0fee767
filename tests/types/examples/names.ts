// The name of what `npm run new-resource` writes in tests/unit/new-resource.test.ts, as generated/names.ts would have it.
export {};

declare module "../../../generated/names.ts" {
  interface Names {
    "sampling-plan": "id" | "code" | "name" | "factoryId" | "level" | "sampleSize" | "price" | "validFrom" | "isActive";
  }
}
