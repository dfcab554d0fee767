// The resources of the examples in docs/effects.md. Types of them stand in parcel-types.ts.
import { bool, defineResource, integer, progress, ref, state, text } from "../../../src/schema/index.ts";
import type { LoadedDefinition } from "../../../src/schema/resource-data.ts";

type Data = LoadedDefinition["data"];

// Names of these examples, which the types of the product's definitions do not list.
export const parcel = defineResource({
  name: "parcel", label: ["包裹", "Parcel"], path: "/test/parcel", title: "name",
  fields: {
    name: text("名称", "Name", { required: true }), weight: integer("重量", "Weight", { required: true, min: 1 }), price: integer("运费", "Price", { readonly: true }),
    isTold: bool("已通知", "Told", { readonly: true } as never), telling: progress("通知进度", "Telling", { visibleIn: ["edit", "view"] }),
    status: state("状态", "Status", { travelling: [0, "运输中", "Travelling"], handedOver: [1, "已签收", "Handed over"] }),
  },
  actions: { handOver: { label: ["签收", "Hand over"], on: "selection", from: "travelling", to: "handedOver", params: { signature: text("签名", "Signature", { required: true }) }, send: "body", handler: true } },
} as never) as unknown as Data;

export const parcelReceipt = defineResource({
  name: "parcel-receipt", label: ["签收单", "Receipt"], path: "/test/parcel-receipt", title: "parcelId",
  fields: { parcelId: ref("parcel" as never, "包裹", "Parcel", { required: true }), signature: text("签名", "Signature") },
} as never) as unknown as Data;
