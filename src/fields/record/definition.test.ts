// The title of a row of any resource: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { record } from "./definition.ts";

describeKind("record", [
  {
    what: "found by its title",
    field: record("对象", "Subject", { resourceField: "resource", idField: "rowId", search: "like" }),
    valid: ["MB202503010001"],
  },
]);
