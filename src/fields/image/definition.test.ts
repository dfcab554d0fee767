// A picture: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { image } from "./definition.ts";

describeKind("image", [
  {
    what: "by its address",
    field: image("图片", "Picture", { accept: "jpg,png", maxKb: 500 }),
    valid: ["https://cdn.example.cn/a.png", "/upload/a.png"],
    wrong: [
      ["//evil.example", "pattern"],
      [`/${"x".repeat(500)}`, "tooLong"],
    ],
  },
]);
