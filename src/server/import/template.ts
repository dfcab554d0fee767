// GET <path>/import-template: a file to fill in, with the labels of the form, drop-downs where values are chosen, and a sheet that explains each
// column.
import { writeXlsx, colToLetter, type WriteSheet } from "hucre/xlsx";
import { writesOf } from "#schema/import-modes";
import { importModesOf } from "#schema/imports";
import { kindOf } from "#schema/kinds";
import { kindData, type FieldModel } from "#schema/model";
import { inLanguage, type Language, type Text } from "#schema/text";
import { exportFormOf } from "../../fields/exported.ts";
import { judgeRequest } from "../crud/guards/judge.ts";
import type { ImportCall } from "../crud/imports.ts";
import { csvOf } from "../export/csv.ts";
import { isExportFormat, mediaTypes } from "../export/sheet.ts";
import { FileAnswer } from "../http/file-answer.ts";
import { malformedParameter } from "../http/errors.ts";
import { choicesFor } from "./choices.ts";
import { fillableFields } from "./columns.ts";

interface TemplateColumn {
  readonly field: FieldModel;
  readonly heading: string;
  readonly choices: readonly string[] | undefined;
}

/** A required field is marked; reading it, the mark is passed over. */
const headingOf = ({ label, required }: FieldModel, language: Language): string =>
  `${inLanguage(label, language)}${required === undefined ? "" : " *"}`;

const words = {
  column: ["列", "Column"],
  required: ["是否必填", "Required"],
  meaning: ["填写说明", "How to fill it in"],
  example: ["示例", "Example"],
  explained: ["填写说明", "Explanation"],
  choices: ["选项", "Choices"],
  yes: ["必填", "Required"],
  conditional: ["按条件必填", "Under conditions"],
  no: ["选填", "Optional"],
  chosen: ["从下拉列表中选择", "Choose from the list"],
  referred: ["填写名称、编码或主键；上下级用“/”分隔", "The name, code or id of a record; levels of a tree are separated by “/”"],
  entry: ["填写字典项的名称", "The name of an entry of the dictionary"],
  several: ["多个值用“，”分隔", "Separate several values by commas"],
  day: ["日期，如 2025-03-01", "A day, such as 2025-03-01"],
  moment: ["日期和时间，如 2025-03-01 08:30:00", "A day and a time, such as 2025-03-01 08:30:00"],
  clock: ["时间，如 08:30:00", "A time of day, such as 08:30:00"],
  unique: ["不能与已有数据重复", "No two records have the same"],
  fixed: ["新增后不能修改", "It cannot be changed later"],
} as const satisfies Readonly<Record<string, Text>>;

/** The limits of a number or of a text. */
function limitOf({ data, traits }: FieldModel): Text | undefined {
  const { min, max, scale = traits.scale } = kindData(data);
  if (traits.number !== undefined) {
    const [from, to] = [typeof min === "number" ? min : undefined, typeof max === "number" ? max : undefined];
    const range: Text = [
      [from === undefined ? "" : `不小于 ${from}`, to === undefined ? "" : `不大于 ${to}`].filter(Boolean).join("，"),
      [from === undefined ? "" : `at least ${from}`, to === undefined ? "" : `at most ${to}`].filter(Boolean).join(", "),
    ];
    const digits: Text =
      traits.number === "whole"
        ? ["整数", "A whole number"]
        : [`数字，最多 ${scale ?? 0} 位小数`, `A number with ${scale ?? 0} decimals at most`];
    return [[digits[0], range[0]].filter(Boolean).join("，"), [digits[1], range[1]].filter(Boolean).join(", ")];
  }
  if (traits.paste === "text" && typeof max === "number" && kindOf(data).tellsLength)
    return [`最多 ${max} 个字`, `At most ${max} characters`];
  return undefined;
}

function explanationOf({ field, choices }: TemplateColumn, language: Language): string {
  const { temporal } = field.traits;
  const isEntry = field.reference === undefined && kindData(field.data).dictionary !== undefined;
  const parts: readonly (Text | undefined)[] = [
    field.data.help,
    choices === undefined ? undefined : words.chosen,
    field.reference === undefined ? undefined : words.referred,
    isEntry && choices === undefined ? words.entry : undefined,
    field.wire === "list" ? words.several : undefined,
    temporal === undefined ? undefined : words[temporal],
    limitOf(field),
    field.unique === undefined ? undefined : words.unique,
    field.createOnly ? words.fixed : undefined,
  ];
  return parts.flatMap((part) => (part === undefined ? [] : [inLanguage(part, language)])).join(language === "zh" ? "；" : "; ");
}

function exampleOf({ field, choices }: TemplateColumn): string {
  const [first] = choices ?? [];
  if (first !== undefined) return first;
  if (field.reference !== undefined || exportFormOf(field) === "label") return "";
  const sample = kindOf(field.data).sample(
    field.data,
    { number: 1, referenceTo: () => undefined, dictionaryKey: () => undefined },
    () => ({}),
  );
  return typeof sample === "string" || typeof sample === "number" ? String(sample) : "";
}

function requirementOf({ required, requiredWhen }: FieldModel): Text {
  if (required !== undefined) return words.yes;
  return requiredWhen === undefined ? words.no : words.conditional;
}

interface Sheets {
  readonly name: string;
  readonly columns: readonly TemplateColumn[];
  readonly language: Language;
}

const pixelsOfCharacter = 7;
/** Rows whose cells have drop-downs. */
const maxTemplateRows = 10_000;
/** Texts stay as they are typed: leading zeros and long numbers. */
const numberFormat = ({ traits }: FieldModel): string | undefined =>
  traits.number === undefined && traits.temporal === undefined ? "@" : undefined;

/** The sheet to fill in. */
function filledSheet({ name, columns, language }: Sheets): WriteSheet {
  const choices = `'${inLanguage(words.choices, language)}'`;
  let list = 0;
  return {
    name,
    freezePane: { rows: 1 },
    columns: columns.map(({ field }) => {
      const format = numberFormat(field);
      return {
        width: Math.max(10, Math.round((field.data.width ?? field.traits.width) / pixelsOfCharacter)),
        ...(format === undefined ? {} : { numFmt: format }),
      };
    }),
    rows: [columns.map(({ heading }) => heading)],
    dataValidations: columns.flatMap(({ choices: own, field }, index) => {
      if (own === undefined) return [];
      const letter = colToLetter(list);
      list += 1;
      // Several values are typed; a drop-down holds one.
      const isStrict = field.wire !== "list" && field.reference === undefined;
      const column = colToLetter(index);
      return [
        {
          type: "list" as const,
          formula1: `${choices}!$${letter}$1:$${letter}$${own.length}`,
          range: `${column}2:${column}${maxTemplateRows + 1}`,
          allowBlank: true,
          showErrorMessage: isStrict,
        },
      ];
    }),
  };
}

function explainedSheet({ columns, language }: Sheets): WriteSheet {
  const say = (text: Text) => inLanguage(text, language);
  return {
    name: say(words.explained),
    freezePane: { rows: 1 },
    columns: [{ width: 22 }, { width: 14 }, { width: 60 }, { width: 26 }],
    rows: [
      [words.column, words.required, words.meaning, words.example].map(say),
      ...columns.map((column) => [
        inLanguage(column.field.label, language),
        say(requirementOf(column.field)),
        explanationOf(column, language),
        exampleOf(column),
      ]),
    ],
  };
}

/** What drop-downs choose from, out of sight. */
function choicesSheet({ columns, language }: Sheets): readonly WriteSheet[] {
  const lists = columns.flatMap(({ choices }) => (choices === undefined ? [] : [choices]));
  if (lists.length === 0) return [];
  const most = Math.max(...lists.map(({ length }) => length));
  return [
    {
      name: inLanguage(words.choices, language),
      hidden: true,
      rows: Array.from({ length: most }, (_none, row) => lists.map((list) => list[row] ?? null)),
    },
  ];
}

/** A name that spreadsheets take for a sheet. */
const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\]/g, " ")
    .replaceAll(/^'|'$/g, " ")
    .trim()
    .slice(0, 27) || "1";

/** A template is for whoever may add rows, or change them. */
function requireSomeMode(call: Pick<ImportCall, "services" | "context" | "resource">): void {
  const kinds = [...new Set(importModesOf(call.resource).flatMap(writesOf))].map((write) => (write === "add" ? "insert" : "update"));
  const refusals = kinds.flatMap((kind): readonly unknown[] => {
    try {
      judgeRequest("call", { kind, ...call });
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (refusals.length > 0 && refusals.length === kinds.length) throw refusals[0];
}

/** The template of a resource for the caller: what they may fill, in their language. */
export async function templateOf({ services, context, resource, parameters }: ImportCall): Promise<FileAnswer> {
  requireSomeMode({ services, context, resource });
  const format = parameters["format"] === undefined || parameters["format"] === "" ? "xlsx" : parameters["format"];
  if (!isExportFormat(format)) throw malformedParameter("format");
  const { language } = context;
  const label = inLanguage(resource.listLabel, language);
  const fields = fillableFields(context, resource).filter(({ inForm }) => inForm.create || !resource.calls.has("submit"));
  const headings = fields.map((field) => headingOf(field, language));
  const about = {
    name: `${label} ${language === "zh" ? "导入模板" : "import template"}.${format}`,
    type: mediaTypes[format],
  };
  if (format === "csv") {
    const rows = async function* () {
      yield [];
    };
    return new FileAnswer({
      ...about,
      read: () =>
        csvOf(
          headings.map((heading) => ({ label: heading, type: "text" })),
          rows(),
        ),
    });
  }
  const columns = await Promise.all(
    fields.map(async (field, index) => ({ field, heading: headings[index] ?? "", choices: await choicesFor(context, field) })),
  );
  const sheets: Sheets = { name: sheetName(label), columns, language };
  const bytes = await writeXlsx({ sheets: [filledSheet(sheets), explainedSheet(sheets), ...choicesSheet(sheets)] });
  return new FileAnswer({
    ...about,
    read: async function* () {
      yield bytes;
    },
  });
}
