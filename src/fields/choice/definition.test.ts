// One of a fixed list: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { choice } from "./definition.ts";

describeKind("choice", [
  {
    what: "of numbers",
    field: choice("类型", "Kind", {
      options: [
        [1, "一", "One"],
        [2, "二", "Two", "blue"],
      ],
      search: "equal",
    }),
    valid: [1, 2],
    wrong: [
      ["1", "option"],
      [3, "option"],
    ],
  },
  {
    what: "of texts",
    field: choice("尺码", "Size", {
      options: [
        ["S", "小", "Small"],
        ["L", "大", "Large"],
      ],
    }),
    valid: ["S"],
    wrong: [["M", "option"]],
  },
  {
    what: "with -1 among the numbers",
    field: choice("级别", "Level", {
      options: [
        [-1, "无", "None"],
        [1, "一", "One"],
      ],
    }),
    valid: [-1],
  },
  {
    what: "of several",
    field: choice("周几", "Days", {
      options: [
        [1, "周一", "Monday"],
        [2, "周二", "Tuesday"],
      ],
      multiple: true,
    }),
    valid: [["1", "2"]],
    wrong: [
      [["3"], "option"],
      [["1", "2", "1"], "tooMany"],
    ],
  },
]);
