// Attributes as they are asked for: their names, and what is wrong with a value.
import { describe, expect, it } from "vitest";
import {
  formFieldName,
  fullName,
  inputTypes,
  missingMessage,
  placeKey,
  typedFault,
  type RequestedAttribute,
  type AttributeFault,
} from "./requested-attributes.ts";

const attribute: RequestedAttribute = { attrId: "4", attrName: "水分", ownerName: "", inputType: inputTypes.text, isRequired: false };
const ofStep = { ...attribute, ownerName: "制曲", processStepId: "11" };
const ofMaterial = { ...attribute, ownerName: "高粱", rawMaterialId: "18" };
const list = { inputType: inputTypes.list };

describe("an attribute", () => {
  it("is told apart by what it belongs to", () => {
    expect([attribute, ofMaterial, ofStep].map(placeKey)).toEqual(["4//", "4/18/", "4//11"]);
  });

  it("has an input that is named by how it is given, behind what it belongs to", () => {
    expect([attribute, { ...attribute, ...list }, ofMaterial, { ...ofStep, ...list }].map(formFieldName)).toEqual([
      "text_4",
      "attrId_4",
      "rawMaterial_18__text_4",
      "processStep_11__attrId_4",
    ]);
  });

  it("has a name with its owner where there is one", () => {
    expect([attribute, ofStep].map(fullName)).toEqual(["水分", "制曲/水分"]);
  });

  it("that is missing is selected or filled in", () => {
    expect([attribute, { ...ofStep, ...list }].map(missingMessage)).toEqual([
      ["请填写水分", "Please fill in 水分"],
      ["请选择制曲/水分", "Please select 制曲/水分"],
    ]);
  });
});

describe("a value", () => {
  const number: AttributeFault = { code: "type", parameters: {}, message: ["水分须为数字", "水分 must be a number"] };
  const date: AttributeFault = {
    code: "pattern",
    parameters: {},
    message: ["水分须为日期，如 2025-03-01", "水分 must be a date, such as 2025-03-01"],
  };
  const file: AttributeFault = { code: "pattern", parameters: {}, message: ["请上传水分", "Please upload 水分"] };
  const tooLong = (max: number): AttributeFault => ({ code: "tooLong", parameters: { max } });

  it.each<readonly [string, string, number, { readonly maxLength?: number }, AttributeFault | undefined]>([
    ["a number", "12", inputTypes.number, {}, undefined],
    ["a negative decimal", "-12.345678", inputTypes.number, {}, undefined],
    ["15 digits", "123456789012345", inputTypes.number, {}, undefined],
    ["16 digits", "1234567890123456", inputTypes.number, {}, number],
    ["seven digits behind the point", "1.2345678", inputTypes.number, {}, number],
    ["a point without digits", "1.", inputTypes.number, {}, number],
    ["a number with a unit", "12%", inputTypes.number, {}, number],
    ["a word before a number", "x12", inputTypes.number, {}, number],
    ["a day", "2025-03-01", inputTypes.date, {}, undefined],
    ["a day that does not exist", "2025-02-29", inputTypes.date, {}, date],
    ["a file", "/upload/a.pdf", inputTypes.file, {}, undefined],
    ["a file as long as there are", `/${"x".repeat(499)}`, inputTypes.file, {}, undefined],
    ["a file with too long an address", `/${"x".repeat(500)}`, inputTypes.file, {}, file],
    ["a file at no address", "a.pdf", inputTypes.file, {}, file],
    ["a file without a host", "https://[", inputTypes.file, {}, file],
    ["a text as long as it may be", "12345", inputTypes.text, { maxLength: 5 }, undefined],
    ["a longer one", "123456", inputTypes.text, { maxLength: 5 }, tooLong(5)],
    ["a text as long as is stored", "x".repeat(500), inputTypes.text, {}, undefined],
    ["a longer one than is stored", "x".repeat(501), inputTypes.text, {}, tooLong(500)],
    ["a longer one than is stored, whatever the attribute says", "x".repeat(501), inputTypes.text, { maxLength: 900 }, tooLong(500)],
  ])("%s", (_what, value, inputType, ...[limits, fault]) => {
    expect(typedFault({ ...attribute, inputType, ...limits }, value)).toEqual(fault);
  });
});
