// What a refused order says that a list can be sorted by.
import { expect, it } from "vitest";
import { datetime, text } from "#schema";
import { loadedModel, resourceIn } from "../../../../tests/support/loaded-model.ts";
import { orderOf } from "./order.ts";

const model = loadedModel([
  {
    name: "scan",
    label: ["扫码", "Scan"],
    path: "/digit-bind/scan",
    title: "code",
    highVolume: true,
    fields: {
      code: text("码", "Code"),
      scanTime: datetime("时间", "Time", { sortable: true }),
      phone: text("电话", "Phone", { sortable: true, sensitive: true }),
    },
  },
]);

it("offers only what its reader may sort by", () => {
  const refused = (hidden: readonly string[], masksSensitive: boolean): unknown => {
    try {
      return orderOf({ descs: "code" }, resourceIn(model, "scan"), { hidden: new Set(hidden), masksSensitive });
    } catch (error) {
      return error;
    }
  };
  const offering = (...sortable: readonly string[]) => ({
    text: [`不能按“code”排序：该列表数据量大，可按 ${sortable.join("、")} 排序`, expect.any(String)],
    details: { data: { field: "code", sortable } },
  });
  expect(refused([], false)).toMatchObject(offering("id", "scanTime", "phone"));
  expect(refused(["scanTime"], false)).toMatchObject(offering("id", "phone"));
  expect(refused([], true)).toMatchObject(offering("id", "scanTime"));
});
