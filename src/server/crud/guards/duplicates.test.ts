// What a broken constraint of the database means for the fields of a form: another write was faster than the look-up before this one.
import pg from "pg";
import { describe, expect, it } from "vitest";
import { date, integer, ref, text } from "#schema";
import { loadedModel, resourceIn } from "../../../../tests/support/loaded-model.ts";
import { ApiError } from "../../http/errors.ts";
import { exclusions } from "../../store/overlaps.ts";
import { foreignKeys, ruleChecks, uniqueIndexes } from "../../store/tables.ts";
import { translated } from "./duplicates.ts";

const data = [
  {
    name: "parcel",
    label: ["包裹", "Parcel"],
    path: "/digit-bind/parcel",
    title: "code",
    unique: [["boxId", "code"]],
    fields: {
      code: text("编号", "Code"),
      number: text("单号", "Number", { unique: "tenant" }),
      boxId: ref("warehouse", "箱", "Box"),
      pieces: integer("件数", "Pieces"),
      from: date("自", "From"),
      to: date("至", "To"),
    },
    rules: {
      some: { check: { pieces: { ge: 1 } } },
      told: { check: { pieces: { le: 100 } }, message: ["装不下", "Too many"] },
    },
    noOverlap: {
      term: { per: ["boxId"], from: "from", to: "to" },
      told: { per: ["boxId", "code"], from: "from", to: "to", message: ["已有", "There is one"] },
    },
  },
  { name: "warehouse", label: ["箱", "Box"], path: "/digit-bind/box", title: "name", fields: { name: text("名称", "Name") } },
];

const model = loadedModel(data);
const parcel = resourceIn(model, "parcel");

function broken(code: string, constraint: string | undefined): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("broken", 1, "error"), { code, constraint, table: "parcel" });
}
const issuesOf = (code: string, constraint: string | undefined): unknown => {
  const error = broken(code, constraint);
  const answer = translated(parcel, model, error);
  if (answer === error) return "as it is";
  return answer instanceof ApiError ? answer.details.issues : answer;
};

const own = { parameters: {} };
const named = <T extends { readonly name: string }>(wanted: readonly T[], is: (one: T) => boolean): string =>
  wanted.find(is)?.name ?? "missing";

describe("a broken constraint", () => {
  it.each([
    {
      what: "a value of one field",
      code: "23505",
      name: named(uniqueIndexes(parcel), ({ fields }) => fields.join() === "number"),
      issue: { ...own, code: "duplicate", path: ["number"], label: ["单号", "Number"] },
    },
    {
      what: "values of several fields, at the last of them",
      code: "23505",
      name: named(uniqueIndexes(parcel), ({ fields }) => fields.join() === "boxId,code"),
      issue: {
        ...own,
        code: "duplicate",
        path: ["code"],
        label: ["编号", "Code"],
        message: ["已有“箱”、“编号”相同的记录", "Another row has the same “Box” and “Code”"],
      },
    },
    {
      what: "a row that is gone",
      code: "23503",
      name: named(foreignKeys(parcel, model), ({ field }) => field === "boxId"),
      issue: { ...own, code: "notFound", path: ["boxId"], label: ["箱", "Box"] },
    },
    {
      what: "a rule, by the sentence that it makes",
      code: "23514",
      name: named(ruleChecks(parcel), ({ rule }) => rule === "some"),
      issue: {
        ...own,
        code: "rule",
        path: ["pieces"],
        label: ["件数", "Pieces"],
        message: [expect.stringMatching(/件数.*1/u), expect.stringMatching(/Pieces.*1/)],
      },
    },
    {
      what: "a rule, by its own sentence",
      code: "23514",
      name: named(ruleChecks(parcel), ({ rule }) => rule === "told"),
      issue: { ...own, code: "rule", path: ["pieces"], label: ["件数", "Pieces"], message: ["装不下", "Too many"] },
    },
    {
      what: "a range that another has",
      code: "23P01",
      name: named(exclusions(parcel), ({ rule }) => rule === "term"),
      issue: { ...own, code: "overlap", path: ["from"], label: ["自", "From"], message: ["与其他包裹重叠", "Overlaps another parcel"] },
    },
    {
      what: "a range that another has, by its own sentence",
      code: "23P01",
      name: named(exclusions(parcel), ({ rule }) => rule === "told"),
      issue: { ...own, code: "overlap", path: ["from"], label: ["自", "From"], message: ["已有", "There is one"] },
    },
  ])("is told as $what", ({ code, name, issue }) => {
    expect(name).not.toBe("missing");
    expect(issuesOf(code, name)).toEqual([issue]);
  });

  it.each(["23505", "23503", "23514", "23P01", "40001"])("of %s that no definition knows stays the fault that it is", (code) => {
    expect(issuesOf(code, "unknown")).toBe("as it is");
    expect(issuesOf(code, undefined)).toBe("as it is");
  });

  it("is looked for among those of its kind alone", () => {
    const index = named(uniqueIndexes(parcel), ({ fields }) => fields.join() === "number");
    expect(["23503", "23514"].map((code) => issuesOf(code, index))).toEqual(["as it is", "as it is"]);
  });

  it("is not read into errors of other kinds", () => {
    const error = new Error("other");
    expect(translated(parcel, model, error)).toBe(error);
  });
});
