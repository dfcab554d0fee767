// How the lines of a bill share what its documents have moved.
import { describe, expect, it } from "vitest";
import { shared, type BillLine, type Moved } from "./bill-lines.ts";

const line = (more: Partial<BillLine> = {}): BillLine => ({
  productId: "p",
  specId: "s",
  layer: 3,
  batchCode: "",
  num: 2,
  perLayer: 36,
  ...more,
});
const moved = (units: number, more: Partial<Moved> = {}): Moved => ({ productId: "p", specId: "s", batchCode: "", units, ...more });

describe("what was moved goes to", () => {
  it.each([
    { what: "its line", lines: [line()], came: [moved(72)], got: [2] },
    { what: "its line from several documents", lines: [line()], came: [moved(36), moved(36)], got: [2] },
    { what: "no line of another product", lines: [line({ productId: "q" })], came: [moved(72)], got: [0] },
    { what: "no line of another spec", lines: [line({ specId: "t" })], came: [moved(72)], got: [0] },
    { what: "the first line that has room, then the next", lines: [line(), line(), line()], came: [moved(108)], got: [2, 1, 0] },
    {
      what: "lines of other layers by what they hold",
      lines: [line({ num: 1 }), line({ layer: 1, perLayer: 1, num: 10 })],
      came: [moved(40)],
      got: [1, 4],
    },
    { what: "a line only by whole units of its layer", lines: [line()], came: [moved(71)], got: [1] },
    { what: "no line where nothing was moved", lines: [line()], came: [], got: [0] },
    {
      what: "the line of its own batch first",
      lines: [line(), line({ batchCode: "B1" })],
      came: [moved(36, { batchCode: "B1" })],
      got: [0, 1],
    },
    {
      what: "another line where that of its batch has no room left",
      lines: [line(), line({ batchCode: "B1" })],
      came: [moved(108, { batchCode: "B1" })],
      got: [1, 2],
    },
    {
      what: "a line of another batch where there is none of its own",
      lines: [line({ batchCode: "B1" })],
      came: [moved(36, { batchCode: "B2" })],
      got: [1],
    },
    {
      what: "each batch its own, before either takes from the other",
      lines: [line({ batchCode: "B1" }), line({ batchCode: "B2" })],
      came: [moved(36, { batchCode: "B2" }), moved(108, { batchCode: "B1" })],
      got: [2, 2],
    },
    { what: "the last line for the goods, where none has room", lines: [line(), line()], came: [moved(180)], got: [2, 3] },
    {
      what: "the last line for the goods, and to none for others behind it",
      lines: [line(), line({ productId: "q" })],
      came: [moved(108)],
      got: [3, 0],
    },
  ])("$what", ({ lines, came, got }) => {
    const before = structuredClone(came);
    expect(shared(lines, came)).toEqual(got);
    expect(came).toEqual(before);
  });

  it("nobody where there is no line", () => {
    expect(shared([], [moved(36)])).toEqual([]);
  });
});
