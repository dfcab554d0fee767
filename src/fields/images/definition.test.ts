// Several pictures: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { images } from "./definition.ts";

describeKind("images", [
  {
    what: "in order",
    field: images("图片", "Pictures"),
    valid: [["/a.png", "/b.png"]],
    wrong: [
      [[], "tooFew"],
      [Array.from({ length: 21 }, (_, index) => `/${index}.png`), "tooMany"],
      [["/a.png", "https://example.com/b,c.png"], "pattern"],
    ],
  },
]);
