// The imports of a definition file: the builders of all field kinds, the shared fields, defineResource.
export * from "../fields/registry.ts";
export { codeOf, createdAt, defineFields, enabled, linkOnly, ownerTenant, person, remark, sort } from "./fragments.ts";
export { defineArea, type Area } from "./area.ts";
export { defineResource, type Row, type Submit, type Wire } from "./resource.ts";
export type { Option } from "../fields/options.ts";
export { seedRows } from "./seed.ts";
export { daysAgo, demonstrationDay, numberedDaysAgo } from "./seed-days.ts";
export {
  codeFunctions,
  documentKinds,
  itsDocument,
  orderStates,
  ownerTypes,
  codeDetailPage,
  packLayers,
  payTypes,
  processProgress,
  processStates,
  signTypes,
} from "./vocabulary.ts";
