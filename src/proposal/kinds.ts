// The kind of a field from what is known of its column: its type first, then its name where the type leaves several kinds.
import type { ColumnDescription } from "./description.ts";
import type { ProposedField, ProposedOption, Remark } from "./proposal.ts";

export interface ColumnFacts {
  readonly column: ColumnDescription;
  /** Its name in snake_case. */
  readonly called: string;
  readonly options: readonly ProposedOption[] | undefined;
  readonly isCycle: boolean;
  readonly target?: string | undefined;
  readonly isTree?: boolean;
  readonly isUnique: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly isJson: boolean;
}

type Chosen = Partial<
  Pick<ProposedField, "target" | "options" | "unique" | "search" | "sortable" | "max" | "min" | "scale" | "pattern" | "default">
> & {
  /** Undefined: the definition language has no kind for it. */
  readonly builder: string | undefined;
  readonly remarks: readonly Omit<Remark, "column">[];
};

const remark = (zh: string, en: string): Omit<Remark, "column"> => ({ text: [zh, en] });
const none: readonly Omit<Remark, "column">[] = [];

/** Texts whose names say more than their type. */
const named: readonly (readonly [builder: string, name: RegExp])[] = [
  ["password", /(?:^|_)(?:password|passwd|pwd|secret|access_key|api_key)$/],
  ["email", /(?:^|_)e?mail$/],
  ["phone", /(?:^|_)(?:phone|mobile|tel|telephone|phone_no|phone_number)$/],
  ["image", /(?:^|_)(?:image|img|avatar|logo|picture|photo|cover|icon_url|image_url|img_url)$/],
  ["file", /(?:^|_)(?:file|attachment|file_url|file_path)$/],
  ["url", /(?:^|_)(?:url|link|website|homepage)$/],
  ["color", /(?:^|_)colou?r$/],
];
const amounts =
  /(?:^|_)(?:price|amount|amt|fee|cost|salary|balance|budget|money|payment|freight|tax|deposit|discount_amount|total_amount)$/;
const codes = /(?:^|_)(?:code|no|sn|number|barcode|serial|uuid)$/;
const maxTextLength = 500;
/** Most characters that the kind admits in a long text. */
const defaultLongText = 2000;
/** Whole numbers that JavaScript counts exactly; a column of eight bytes has more. */
const allDigits = 18;

const defaultOf = (column: ColumnDescription, fits: (value: string | number) => boolean) => {
  const value = typeof column.default === "boolean" ? Number(column.default) : column.default;
  return value === undefined || value === "" || !fits(value) ? {} : { default: value };
};

const within = (value: number, { min, max }: ColumnFacts) => (min === undefined || value >= min) && (max === undefined || value <= max);

/** The limits that are said; on the wire -1 means none, so a number that may be -1 says so with its minimum. */
const limits = ({ min, max }: ColumnFacts) => ({ ...(max === undefined ? {} : { max }), ...(min === undefined ? {} : { min }) });

const ofText = (facts: ColumnFacts): Chosen => {
  const { column, called, isUnique } = facts;
  const length = column.length ?? (column.type === "long-text" ? undefined : 255);
  const pattern = column.pattern === undefined ? {} : { pattern: column.pattern };
  const builder =
    column.format === "email"
      ? "email"
      : column.format === "uri" || column.format === "url"
        ? "url"
        : named.find(([, name]) => name.test(called))?.[0];
  if (builder === "password")
    return {
      builder,
      remarks: [remark("按名称识别为密码：只写不读，加密保存", "By its name a secret: written, never read, and kept encrypted")],
    };
  if (builder === "color" && length !== undefined && length > 7 && length < 16)
    return { builder: "text", max: length, search: "equal", remarks: none };
  if (builder === "image" || builder === "file" || builder === "color") return { builder, remarks: none };
  if (builder !== undefined)
    return {
      builder,
      ...(builder === "phone" || length === undefined ? {} : { max: Math.min(length, builder === "url" ? 500 : 128) }),
      ...(isUnique ? { unique: true } : {}),
      search: "like",
      remarks: none,
    };
  if (length === undefined || length > maxTextLength) {
    const isFormatted = /(?:^|_)(?:html|rich_text)$/.test(called);
    if (isFormatted) return { builder: "richtext", remarks: none };
    return { builder: "textarea", max: Math.min(length ?? defaultLongText, 20_000), remarks: none };
  }
  if (isUnique && length < 2) return { builder: "text", max: length, remarks: [remark("长度过短，未设为唯一", "Too short to be unique")] };
  const isCode = codes.test(called) || (isUnique && /code|no$/.test(called));
  return {
    builder: isCode ? "code" : "text",
    max: length,
    ...pattern,
    ...(isUnique ? { unique: true } : {}),
    search: length < 4 ? "equal" : "like",
    ...(isCode ? {} : defaultOf(column, (value) => typeof value === "string" && value.length <= length && pattern.pattern === undefined)),
    remarks: none,
  };
};

const ofInteger = (facts: ColumnFacts): Chosen => {
  const { column, called, isUnique } = facts;
  if (/^(?:is|has|can|need)_/.test(called) && (column.default === 0 || column.default === 1 || facts.max === 1))
    return { builder: "bool", search: "equal", ...defaultOf(column, (value) => value === 0 || value === 1), remarks: none };
  // Numbers of other systems are longer than programs count.
  if (called.endsWith("_id"))
    return {
      builder: "text",
      max: 20,
      search: "equal",
      pattern: "^[0-9]{1,20}$",
      ...(isUnique ? { unique: true } : {}),
      remarks: [
        {
          ...remark(
            "没有可引用的定义，按编号文本处理",
            "There is no definition that it could refer to; it is kept as the text of a number",
          ),
          isDecision: true,
        },
      ],
    };
  return {
    builder: "integer",
    ...limits(facts),
    ...(isUnique ? { unique: true } : {}),
    ...defaultOf(column, (value) => typeof value === "number" && Number.isSafeInteger(value) && value !== -1 && within(value, facts)),
    remarks: none,
  };
};

const ofDecimal = (facts: ColumnFacts): Chosen => {
  const { column, called, isUnique } = facts;
  const scale = Math.min(column.scale ?? (column.precision === undefined ? 2 : 0), 10);
  const whole = column.precision === undefined ? undefined : column.precision - (column.scale ?? 0);
  const highest = whole === undefined || whole >= 12 || whole < 1 ? undefined : 10 ** whole - 1;
  const max = facts.max ?? highest;
  const isMoney = amounts.test(called) && scale >= 2;
  const remarks = (column.precision ?? 0) > allDigits ? [remark(`最多 ${allDigits} 位数字`, `At most ${allDigits} digits are kept`)] : none;
  const value = defaultOf(column, (one) => Number.isFinite(Number(one)) && Number(one) !== -1 && within(Number(one), { ...facts, max }));
  return {
    builder: isMoney ? "money" : "decimal",
    ...limits({ ...facts, max }),
    ...(scale === 2 ? {} : { scale }),
    ...(isUnique ? { unique: true } : {}),
    ...(value.default === undefined ? {} : { default: Number(value.default) }),
    remarks,
  };
};

/** The builder and its settings. */
export function choose(facts: ColumnFacts): Chosen {
  const { column, options, isCycle, target, isTree, isUnique } = facts;
  if (isCycle && options !== undefined) return { builder: "state", options: [...options], search: "equal", remarks: none };
  const isFlag = column.type === "boolean" && (options === undefined || options.length <= 2);
  if (options !== undefined && !isFlag) {
    const values = options.map(({ value }) => value);
    return {
      builder: "choice",
      options: [...options],
      search: "equal",
      ...(isUnique ? { unique: true } : {}),
      ...defaultOf(column, (value) => values.some((one) => String(one) === String(value)) && typeof value === typeof values[0]),
      remarks: none,
    };
  }
  if (target !== undefined)
    return { builder: isTree === true ? "treeRef" : "ref", target, search: "equal", ...(isUnique ? { unique: true } : {}), remarks: none };
  if (facts.isJson) return { builder: "json", remarks: none };
  switch (column.type) {
    case "text":
    case "long-text":
      return ofText(facts);
    case "integer":
      return ofInteger(facts);
    case "decimal":
      return ofDecimal(facts);
    case "boolean":
      return { builder: "bool", search: "equal", ...defaultOf(column, (value) => value === 0 || value === 1), remarks: none };
    case "date":
      return { builder: "date", search: "range", ...(isUnique ? { unique: true } : {}), remarks: none };
    case "datetime":
      return { builder: "datetime", search: "range", ...(isUnique ? { unique: true } : {}), remarks: none };
    case "time":
      return { builder: "time", remarks: none };
    case "json":
      return { builder: "json", remarks: none };
    case "binary":
      return {
        builder: undefined,
        remarks: [
          {
            ...remark("二进制数据，未保留；如为文件，请改用文件字段", "Binary data was left out; if it is a file, use a field for files"),
            isDecision: true,
          },
        ],
      };
    case "other":
      return {
        builder: undefined,
        remarks: [{ ...remark("没有对应的字段类型，未保留", "There is no kind of field for its type; it was left out"), isDecision: true }],
      };
  }
}
