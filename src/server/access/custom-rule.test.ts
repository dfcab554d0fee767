// Data scopes against a definition: what their rules mean as SQL, and what their author is told of each mistake, in both languages.
import { describe, expect, it } from "vitest";
import { date, datetime, decimal, integer, json, password, ref, refs, text, time } from "#schema";
import { loadedModel, resourceIn } from "../../../tests/support/loaded-model.ts";
import { readCustomRule, RuleFault, ruleLimits } from "./custom-rule.ts";
import { faultOf, limitsOf, scopedName, type DataScope } from "./data-scopes.ts";
import { anyOf, comparedWith, isLimitable, limitOf, nothing, type RowRule } from "./row-rule.ts";

const common = { label: ["包裹", "Parcel"], title: "code" } as const;
const data = [
  {
    ...common,
    name: "parcel",
    path: "/digit-bind/parcel",
    fields: {
      code: text("编号", "Code"),
      weight: decimal("重量", "Weight"),
      pieces: integer("件数", "Pieces"),
      sentOn: date("发出日", "Sent on"),
      dueAt: datetime("期限", "Due at"),
      opensAt: time("开门", "Opens at"),
      keeperId: ref("user", "保管人", "Keeper"),
      deptIds: refs("dept", "部门", "Departments"),
      pin: password("密码", "Pin"),
      ownerId: ref("tenant", "货主", "Owner"),
      more: json("其他", "More"),
    },
  },
  { ...common, name: "shared", path: "/digit-bind/shared", scope: "platform", fields: { code: text("编号", "Code") } },
  ...["user", "dept", "tenant"].map((name) => ({
    name,
    label: ["人", "Person"],
    path: `/digit-bind/${name}`,
    title: "name",
    fields: { name: text("名称", "Name") },
  })),
];

const model = loadedModel(data);
const resourceNamed = (name: string) => resourceIn(model, name);
const parcel = resourceNamed("parcel");
const viewer = { userId: "7", tenantId: "100001", deptIds: ["1"], branchIds: ["1", "2"] };

/** A rule for the viewer, with its parameters in their places. */
function sqlOf(rule: RowRule, alias = "t"): string {
  const { sql, parameters } = limitOf(rule, viewer, model)(alias);
  return sql(parameters.map((one) => JSON.stringify(one)));
}
const sqlOfJson = (rule: unknown): string => sqlOf(readCustomRule(parcel, JSON.stringify(rule)));

function faultIn(json: string): readonly string[] {
  try {
    readCustomRule(parcel, json);
  } catch (error) {
    if (error instanceof RuleFault) return error.text;
    throw error;
  }
  return [];
}

describe("a rule", () => {
  const [one, other] = [
    { field: "code", op: "eq", value: "A" },
    { field: "pieces", op: "gt", value: 2 },
  ];
  const [first, second] = [sqlOfJson(one), sqlOfJson(other)];

  it("joins what stands in it, as deep as it stands", () => {
    expect(sqlOfJson({ and: [one, other] })).toBe(`(${first} AND ${second})`);
    expect(sqlOfJson({ or: [one, other] })).toBe(`(${first} OR ${second})`);
    expect(sqlOfJson({ or: [one, { and: [other, one] }] })).toBe(`(${first} OR (${second} AND ${first}))`);
  });

  it("of nothing admits nothing, and all of no conditions everything", () => {
    expect(sqlOf(nothing)).toBe("false");
    expect(sqlOf({ all: [] })).toBe("true");
  });

  it("of several admits what any of them admits; one alone is itself", () => {
    const rule = readCustomRule(parcel, JSON.stringify(one));
    expect(anyOf([rule])).toBe(rule);
    expect(sqlOf(anyOf([rule, rule]))).toBe(`(${first} OR ${first})`);
    expect(sqlOf(anyOf([]))).toBe("false");
  });

  it("is of the rows by whichever name a statement calls them", () => {
    const rule = readCustomRule(parcel, JSON.stringify(one));
    expect(sqlOf(rule, "r")).toBe(first.replaceAll("t.", "r."));
    expect(limitOf(rule, viewer, model)("t").shape).toBe(`limit ${first.replace('"A"', "?")}`);
  });

  it.each([
    { what: "a member of another's", value: { current: "user" }, field: "keeperId", op: "eq", parameter: '"7"' },
    { what: "the tenant", value: { current: "tenant" }, field: "tenantId", op: "eq", parameter: '"100001"' },
    { what: "the tenant that a field names", value: { current: "tenant" }, field: "ownerId", op: "eq", parameter: '"100001"' },
    { what: "the only department as itself", value: { current: "depts" }, field: "createDept", op: "in", parameter: '"1"' },
    { what: "departments as members", value: { current: "branch" }, field: "createDept", op: "in", parameter: '["1","2"]' },
    { what: "the only department among several of a row", value: { current: "depts" }, field: "deptIds", op: "in", parameter: '["1"]' },
  ])("compares with $what", ({ value, field, op, parameter }) => {
    expect(sqlOfJson({ field, op, value })).toContain(parameter);
  });

  it("admits what holds nothing where it asks for another value", () => {
    const differs = sqlOfJson({ field: "code", op: "ne", value: "A" });
    expect(differs).toContain("IS NULL");
    expect(sqlOfJson({ field: "keeperId", op: "ne", value: { current: "user" } })).toContain("IS NULL");
    expect(first).not.toContain("IS NULL");
  });

  it.each(["gt", "ge", "lt", "le"])("%s is an order of its own", (op) => {
    const sign = { gt: " > ", ge: " >= ", lt: " < ", le: " <= " }[op];
    expect(sqlOfJson({ field: "pieces", op, value: 2 })).toContain(sign);
    expect(second).toContain(" > ");
    expect(first).toMatch(/ = "A"/);
  });

  it.each([
    ["weight", -1.5],
    ["weight", "1.25"],
    ["pieces", 3],
    ["pieces", "3"],
    ["sentOn", "2025-03-12"],
    ["dueAt", "2025-03-12 12:00:00"],
    ["dueAt", "2025-03-12"],
    ["opensAt", "08:00:00"],
    ["keeperId", "123"],
    ["keeperId", 123],
    ["code", "x".repeat(ruleLimits.text)],
  ])("takes for %s the value %j", (field, value) => {
    expect(sqlOfJson({ field, op: "eq", value })).toContain(JSON.stringify(String(value)));
  });

  it("is as long, as deep and as wide as it may be", () => {
    const nested = (depth: number): unknown => (depth === 1 ? one : { and: [nested(depth - 1)] });
    expect(faultIn(JSON.stringify(nested(ruleLimits.depth)))).toEqual([]);
    const many = (count: number) => ({ or: Array.from({ length: count }, () => ({ field: "id", op: "isNull" })) });
    expect(faultIn(JSON.stringify(many(ruleLimits.comparisons)))).toEqual([]);
    const padded = JSON.stringify(one).padEnd(ruleLimits.characters, " ");
    expect(faultIn(padded)).toEqual([]);
    expect(faultIn(`${padded} `)).toEqual(["规则最长 2000 个字符", "A rule has at most 2000 characters"]);
    const members = (count: number) => ({ field: "pieces", op: "in", value: Array.from({ length: count }, (_one, index) => index) });
    expect(faultIn(JSON.stringify(members(ruleLimits.members)))).toEqual([]);
    expect(faultIn(JSON.stringify(members(ruleLimits.members + 1)))).toEqual([
      "in 的 value 须为 1 至 200 个值的数组",
      "The value of in is a list of 1 to 200 values",
    ]);
    expect(faultIn(JSON.stringify(nested(ruleLimits.depth + 1)))).toEqual([
      "and[0].and[0].and[0].and[0].and[0]：嵌套最多 5 层",
      "and[0].and[0].and[0].and[0].and[0]: Conditions may be nested 5 deep",
    ]);
    expect(faultIn(JSON.stringify(many(ruleLimits.comparisons + 1)))).toEqual(["最多 50 个条件", "A rule has at most 50 comparisons"]);
  });

  it.each([
    ["  ", "请输入自定义规则", "Please enter the custom rule"],
    ["code = 1", "规则须为 JSON，不接受 SQL", "The rule must be JSON; SQL is not taken"],
    ["[]", "须为对象", "must be an object"],
    ["null", "须为对象", "must be an object"],
    ["7", "须为对象", "must be an object"],
    ['{"and":[7]}', "and[0]：须为对象", "and[0]: must be an object"],
    ['{"and":{}}', "and：须为非空数组", "and: must be a list with at least one condition"],
    ['{"or":[]}', "or：须为非空数组", "or: must be a list with at least one condition"],
    ['{"and":[{"or":[]}]}', "and[0].or：须为非空数组", "and[0].or: must be a list with at least one condition"],
    ['{"and":[],"or":[]}', "不认识“or”", "“or” means nothing here"],
    ['{"or":[],"field":"code"}', "不认识“field”", "“field” means nothing here"],
    [`{"${"x".repeat(50)}":1}`, `不认识“${"x".repeat(40)}”`, `“${"x".repeat(40)}” means nothing here`],
    ['{"field":"salary","op":"eq","value":1}', "“包裹”没有字段“salary”", "“Parcel” has no field “salary”"],
    ['{"field":"pin","op":"eq","value":1}', "“包裹”没有字段“pin”", "“Parcel” has no field “pin”"],
    ['{"field":7,"op":"eq","value":1}', "“包裹”没有字段“”", "“Parcel” has no field “”"],
    [`{"field":"${"y".repeat(50)}"}`, `“包裹”没有字段“${"y".repeat(40)}”`, `“Parcel” has no field “${"y".repeat(40)}”`],
    [
      '{"field":"code","op":"regex","value":"a"}',
      "op 须为 eq、ne、in、gt、ge、lt、le、like、isNull 之一",
      "op must be one of eq, ne, in, gt, ge, lt, le, like, isNull",
    ],
    ['{"field":"code","op":"isNull","value":"no"}', "isNull 的 value 须为 true 或 false", "The value of isNull is true or false"],
    ['{"field":"code","op":"in","value":[]}', "in 的 value 须为 1 至 200 个值的数组", "The value of in is a list of 1 to 200 values"],
    ['{"field":"code","op":"in","value":"A"}', "in 的 value 须为 1 至 200 个值的数组", "The value of in is a list of 1 to 200 values"],
    ['{"field":"pieces","op":"like","value":"1"}', "字段“pieces”不是文本，不能用 like", "“pieces” is not a text, so like cannot be used"],
    ['{"field":"code","op":"gt","value":"A"}', "字段“code”没有大小之分，不能用 gt", "“code” has no order, so gt cannot be used"],
    [
      '{"field":"keeperId","op":"le","value":"1"}',
      "字段“keeperId”没有大小之分，不能用 le",
      "“keeperId” has no order, so le cannot be used",
    ],
    ['{"field":"deptIds","op":"ge","value":"1"}', "字段“deptIds”没有大小之分，不能用 ge", "“deptIds” has no order, so ge cannot be used"],
    [
      '{"field":"keeperId","op":"eq","value":{"current":"boss"}}',
      "current 须为 user、depts、branch、tenant 之一",
      "current must be one of user, depts, branch, tenant",
    ],
    ['{"field":"keeperId","op":"eq","value":{"now":1}}', "不认识“now”", "“now” means nothing here"],
    [
      '{"field":"code","op":"eq","value":{"current":"user"}}',
      "字段“code”不能与当前 user 比较",
      "“code” does not match the placeholder current user",
    ],
    [
      '{"field":"createUser","op":"in","value":{"current":"depts"}}',
      "字段“createUser”不能与当前 depts 比较",
      "“createUser” does not match the placeholder current depts",
    ],
    [
      '{"field":"createDept","op":"eq","value":{"current":"depts"}}',
      "当前 depts 是多个值，须用 in",
      "current depts is several values: use in",
    ],
    [
      '{"field":"keeperId","op":"gt","value":{"current":"user"}}',
      "当前 user 只能用 eq 或 ne",
      "current user can be compared by eq and ne only",
    ],
  ])("%s is refused by its sentence", (json, zh, en) => {
    expect(faultIn(json)).toEqual([zh, en]);
  });

  it.each([
    ["code", ["x"], "文本", "a text"],
    ["code", 7, "文本", "a text"],
    ["code", "", "文本", "a text"],
    ["code", "a\0b", "文本", "a text"],
    ["code", "x".repeat(ruleLimits.text + 1), "文本", "a text"],
    ["keeperId", "me", "ID", "an id"],
    ["keeperId", 1.5, "ID", "an id"],
    ["pieces", "1; drop table", "整数", "a whole number"],
    ["pieces", 1.5, "整数", "a whole number"],
    ["pieces", true, "整数", "a whole number"],
    ["pieces", 9_007_199_254_740_992, "整数", "a whole number"],
    ["keeperId", 9_007_199_254_740_992, "ID", "an id"],
    ["weight", "1,5", "数字", "a number"],
    ["sentOn", "12.03.2025", "日期 yyyy-MM-dd", "a date yyyy-MM-dd"],
    ["dueAt", "2025-13-40", "日期或时间 yyyy-MM-dd HH:mm:ss", "a date or a time yyyy-MM-dd HH:mm:ss"],
    ["opensAt", "25:00:00", "时间 HH:mm:ss", "a time HH:mm:ss"],
  ])("takes for %s no %j", (field, value, zh, en) => {
    const reported = [`字段“${field}”的值须为${zh}，最长 200 个字符`, `The value of “${field}” must be ${en} of at most 200 characters`];
    expect(faultIn(JSON.stringify({ field, op: "eq", value }))).toEqual(reported);
    expect(faultIn(JSON.stringify({ field, op: "in", value: [value] }))).toEqual(reported);
  });
});

describe("a scope", () => {
  const scope = (more: Partial<DataScope>) => ({
    id: "1",
    scopeClass: "parcel",
    scopeColumn: "",
    scopeType: "1",
    scopeValue: "",
    scopeField: "*",
    ...more,
  });
  const users = ["该规则的权限字段须保存用户，如 create_user", "This rule needs a column with users, such as create_user"];
  const departments = ["该规则的权限字段须保存部门，如 create_dept", "This rule needs a column with departments, such as create_dept"];
  const target = [
    "须为租户资源的资源名，如 stock-out-doc，或平台中以其命名的 Mapper 类",
    "This must be the name of a resource whose rows belong to tenants, such as stock-out-doc, or the platform's mapper class of that name",
  ];

  it.each([
    ["all rows", {}],
    ["all rows, with a column that is there", { scopeColumn: "code" }],
    ["all rows, with the platform's word for no column", { scopeColumn: "-" }],
    ["the rows of the viewer", { scopeType: "2", scopeColumn: "create_user" }],
    ["those of a person that a field names", { scopeType: "2", scopeColumn: "keeper_id" }],
    ["those of a department", { scopeType: "3", scopeColumn: "createDept" }],
    ["those of a branch", { scopeType: "4", scopeColumn: "create_dept" }],
    ["those of a rule", { scopeType: "5", scopeValue: '{"field":"code","op":"eq","value":"A"}' }],
    ["some fields", { scopeField: "code, pieces，sent_on" }],
  ])("of %s has no fault", (_what, more) => {
    expect(faultOf(model, scope(more))).toBeUndefined();
  });

  it("is about the resource that the platform's mapper class is named after", () => {
    expect(scopedName(model, "org.springblade.desk.mapper.ParcelMapper.selectParcelPage")).toBe("parcel");
    expect(scopedName(model, "org.springblade.desk.mapper.ParcelMapper")).toBe("parcel");
    for (const other of ["parcel", "org.springblade.desk.mapper.NothingMapper.selectPage", "ParcelMapper", "org.springblade.Parcel"])
      expect(scopedName(model, other)).toBe(other);
  });

  it.each([
    ["an unknown resource", { scopeClass: "nothing" }, "scopeClass", target],
    ["one of the platform", { scopeClass: "shared" }, "scopeClass", target],
    [
      "an unknown column",
      { scopeType: "2", scopeColumn: "boss" },
      "scopeColumn",
      ["“包裹”没有字段“boss”", "“Parcel” has no column “boss”"],
    ],
    ["a wrong column of all rows", { scopeColumn: "boss" }, "scopeColumn", ["“包裹”没有字段“boss”", "“Parcel” has no column “boss”"]],
    ["no column", { scopeType: "3" }, "scopeColumn", ["“包裹”没有字段“”", "“Parcel” has no column “”"]],
    [
      "a secret as a column",
      { scopeType: "2", scopeColumn: "pin" },
      "scopeColumn",
      ["“包裹”没有字段“pin”", "“Parcel” has no column “pin”"],
    ],
    ["departments where users belong", { scopeType: "2", scopeColumn: "create_dept" }, "scopeColumn", users],
    ["users where departments belong", { scopeType: "3", scopeColumn: "create_user" }, "scopeColumn", departments],
    ["users where a branch belongs", { scopeType: "4", scopeColumn: "create_user" }, "scopeColumn", departments],
    ["an unknown kind", { scopeType: "9" }, "scopeType", ["没有这种规则类型", "There is no such rule"]],
    [
      "a faulty rule",
      { scopeType: "5", scopeValue: "1=1" },
      "scopeValue",
      ["规则须为 JSON，不接受 SQL", "The rule must be JSON; SQL is not taken"],
    ],
    ["an unknown field", { scopeField: "code,boss" }, "scopeField", ["“包裹”没有字段“boss”", "“Parcel” has no field “boss”"]],
    [
      "an unknown field with a long name",
      { scopeField: "b".repeat(80) },
      "scopeField",
      [`“包裹”没有字段“${"b".repeat(64)}”`, `“Parcel” has no field “${"b".repeat(64)}”`],
    ],
  ])("with %s is refused at its field", (_what, more, field, message) => {
    expect(faultOf(model, scope(more))).toEqual({ field, message });
  });

  const keeper = readCustomRule(parcel, '{"field":"keeperId","op":"eq","value":{"current":"user"}}');
  const rowsOf = (...scopes: readonly Partial<DataScope>[]) => {
    const limit = limitsOf(model, scopes.map(scope), viewer).rows.get("parcel");
    const piece = limit?.("t");
    return piece?.sql(piece.parameters.map((one) => JSON.stringify(one)));
  };
  const hiddenBy = (...scopes: readonly Partial<DataScope>[]) => limitsOf(model, scopes.map(scope), viewer).fields.get("parcel");

  it("limits the rows of its resource alone", () => {
    expect([...limitsOf(model, [], viewer).rows]).toEqual([]);
    expect([...limitsOf(model, [scope({ scopeType: "2", scopeColumn: "keeper_id" })], viewer).rows.keys()]).toEqual(["parcel"]);
    expect(rowsOf({ scopeType: "2", scopeColumn: "keeper_id" })).toBe(sqlOf(keeper));
  });

  it("beside one of all rows limits nothing; beside another it opens what any of them does", () => {
    expect(rowsOf({}, { scopeType: "2", scopeColumn: "keeper_id" })).toBeUndefined();
    const dept = parcel.field.get("deptIds");
    expect(dept).toBeDefined();
    expect(
      rowsOf({ scopeType: "2", scopeColumn: "keeper_id" }, { scopeType: "5", scopeValue: '{"field":"code","op":"eq","value":"A"}' }),
    ).toBe(`(${sqlOf(keeper)} OR ${sqlOf(readCustomRule(parcel, '{"field":"code","op":"eq","value":"A"}'))})`);
  });

  it("that a later definition made invalid admits nothing, and opens nothing beside others", () => {
    expect(rowsOf({ scopeType: "2", scopeColumn: "gone" })).toBe("false");
    expect(rowsOf({ scopeType: "2", scopeColumn: "gone" }, { scopeType: "2", scopeColumn: "keeper_id" })).toBe(
      `(false OR ${sqlOf(keeper)})`,
    );
    expect(
      limitsOf(model, [scope({ scopeClass: "gone" })], viewer)
        .rows.get("gone")?.("t")
        .sql([]),
    ).toBe("false");
    expect([...(hiddenBy({ scopeType: "2", scopeColumn: "gone" }) ?? [])]).toContain("pieces");
  });

  it.each([
    { what: "of all fields hides none", lists: ["*"], hidden: false },
    { what: "that names no field hides none", lists: [""], hidden: false },
    { what: "of all among others hides none", lists: ["code,*"], hidden: false },
    { what: "of some beside one of all hides none", lists: ["code", "*"], hidden: false },
    { what: "of some hides the others", lists: ["code"], hidden: true },
    { what: "beside another hides what neither names", lists: ["code", "weight"], hidden: true },
  ])("$what", ({ lists, hidden }) => {
    const fields = hiddenBy(...lists.map((scopeField) => ({ scopeField })));
    expect(fields?.has("pieces") ?? false).toBe(hidden);
    expect(fields?.has("weight") ?? false).toBe(hidden && !lists.includes("weight"));
    for (const name of ["id", "code", "tenantId", "version", "updateTime"])
      expect([name, fields?.has(name) ?? false]).toEqual([name, false]);
  });

  it("that names every field sets no limit", () => {
    const all = [...parcel.fields.map(({ name }) => name), "createUser", "createDept", "createTime", "updateUser", "status", "isDeleted"];
    expect(limitsOf(model, [scope({ scopeField: all.join(",") })], viewer).fields.has("parcel")).toBe(false);
  });

  it("names fields as the wire or the table does", () => {
    expect(hiddenBy({ scopeField: "sent_on,dueAt" })?.has("sentOn")).toBe(false);
    expect(hiddenBy({ scopeField: "sent_on,dueAt" })?.has("dueAt")).toBe(false);
  });
});

it("rows are limited of what belongs to tenants, and columns compared with what they hold", () => {
  expect([isLimitable(parcel), isLimitable(resourceNamed("shared"))]).toEqual([true, false]);
  expect(comparedWith({} as Parameters<typeof comparedWith>[0], "branch").filter.operator).toBe("in"); // only the placeholder decides
});
