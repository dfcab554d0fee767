// What the reference says besides its entries: how chapters begin.

export const opening = `<!-- Written by \`npm run generate\`; do not edit. -->

# Reference of the definition language

A definition is one file, \`resources/<area>/<name>.ts\`, that imports nothing but \`#schema\` and its own groups and options. Anything you omit has a sensible default. Start with the [tutorial](../docs/tutorial.md); the [cookbook](../docs/cookbook.md) has short definitions by goal.

This page is generated from the types that your editor completes, so it is always up to date. Every example is part of a definition that CI compiles and checks with \`npm run check\`; the link below it leads to the whole file.

**Names.** All resources that fields can refer to, with their labels, are listed in [index.md](index.md); the data dictionary, at \`/docs/data\` of the running server, shows their fields as well.

**Types.** \`field\` is the name of a field of the same record; \`resource\`, \`role\`, \`state\` and \`read\` are names as well. \`[zh, en]\` is a text in both languages, Chinese first. \`condition\` and \`operand\` are explained under [comparisons](#key:chapter comparison), \`formula\` under [formulas](#key:chapter formula). \`time\` is a day or a moment (\`"2026-01-31"\`), \`"now"\`, \`"today"\`, or a distance from today: \`"+30d"\`, \`"-2w"\`, \`"+6m"\`, \`"+1y"\`, relative to the clock of the installation even in browsers of other time zones. "off" is the default of words whose only value is \`true\`.
`;

export const chapterTexts: Readonly<Record<string, string>> = {
  fields: `Options of fields of any kind: \`text("名称", "Name", { required: true })\`. Only the server writes a \`readonly\` field; a \`computed\` field has no column.`,
  kinds: `Each kind is a builder that \`#schema\` exports. It takes the Chinese and the English label, then its options: those below, and [those of every field](#key:chapter fields). To add a kind, see [kinds of field](../docs/field-kinds.md).`,
  shared: `Ready-made fields, and what the files beside a definition export. Fields that several definitions share are a group (\`defineFields\` in \`<name>.fields.ts\`), spread among the \`fields\` of each; a field that is defined again after it replaces that of the group.`,
  details: `Rows of another resource below each row, written by their own calls: \`details: { resource: "doc-detail", by: "docId" }\`.`,
  reads: `A read is a member of \`reads\` with the name of its call. \`select\` provides the choices of forms that refer to the resource.`,
  actions: `An action is a member of \`actions\` with the name of its call. It has a button, a permission key and an entry in the log.`,
  events: `Transitions that the server makes by itself. Users make the others by [actions](#key:actions.from) with \`from\` and \`to\`.`,
  effects: `What the server does with rows beyond storing them, without an action. The code of the area in \`src/server/domain\` lists the effects that it implements (\`effects: ["saledoc.totals"]\`); \`generated/missing.json\` lists those without an implementation.`,
  rules: `Rules between the fields of a record.

- Forms show the error as soon as the user leaves a field of the rule; submits, and actions that write one of its fields, are refused (\`rule\`).
- A row that violated a rule before the rule existed can still be changed in other fields.
- The database enforces the rule as a CHECK constraint for existing rows, unless it compares with the present or with a field without a column. If rows already violate it, the start reports their number, and the constraint is added once they are corrected.
- Rules between the cells of a line are an option of [\`lines\`](#key:kind lines).`,
  noOverlap: `Ranges that do not overlap between rows: \`noOverlap: { term: { per: ["memberId"], from: "startTime", to: "endTime" } }\`.

- Two existing rows with the same values in \`per\` are compared; with \`per: []\` all rows of the tenant.
- Numbers and days include both ends; a moment at which one range ends may be the one at which the next begins.
- A range with one end is open on the other side. A row without both ends is not compared, nor is a row with an empty field in \`per\`, or one that \`where\` excludes.
- Submits, actions, and rows that effects add or change (\`addRow\`, \`changeRow\`) are refused at \`from\` (\`overlap\`); the message names the other row and its range as far as the caller may read them.
- The server checks under a lock: if two users write the same range at the same moment, one of them is refused.
- If PostgreSQL has the extension \`btree_gist\` (the start creates it if permitted), an exclusion constraint enforces the rule as well, unless \`where\` compares with the present. If rows already overlap, the start reports their number, and the constraint is added once they are corrected. Columns that a migration adds or changes are in the constraint from the next start on.`,
  comparison: `A condition (\`when\`, \`showWhen\`, \`requiredWhen\`, \`changeableWhen\`, \`editableWhen\`, \`removableWhen\`, \`writableWhen\`, \`addableWhen\`, \`enteredWhen\`, \`where\`, \`if\`) names fields and their required values:

| condition | is met if the field |
|---|---|
| \`{ kind: 1 }\` | has this value |
| \`{ kind: [1, 3] }\` | has one of these |
| \`{ kind: { not: 1 } }\`, \`{ kind: { not: [1, 2] } }\` | has a different value |
| \`{ amount: { gt: 1000 } }\` | meets the comparison; several comparisons in one object must all be met |
| \`{ kind: 1, amount: { gt: 0 } }\` | both |
| \`[{ kind: 1 }, { amount: { gt: 0 } }]\` | one of them |

An operand is a number, a time, or another field of the same record: \`{ le: { field: "validTo" } }\`; inside lines, of the same line. Decimals are compared as decimals, never as binary fractions. A moment is compared with a day by its day: \`{ le: "today" }\` includes all of today. 31 January plus a month is the last day of February. An empty value, on either side, meets no comparison except \`empty: true\`. The browser and the server use the same function, and \`where\` of a read becomes equivalent SQL.`,
  formula: `A formula calculates a read-only field from other fields of its record: \`formulas: { amount: { multiply: ["quantity", "unitPrice"] } }\`, and likewise inside \`lines\`. The form updates the value during typing, and the server stores it with every write; a value that a caller sends is ignored.

- An empty operand makes the result empty; \`sum\`, \`join\` and \`firstOf\` skip it.
- Numbers are exact decimals; the result is rounded half up to the decimal places of its field (\`scale\`; whole for \`integer\`).
- A formula may read fields that have formulas; \`npm run check\` refuses cycles, texts in sums, and fields that are not read-only.
- It cannot depend on the present: a value stored today with \`{ le: "+30d" }\` would be wrong tomorrow, so \`npm run check\` refuses it. Search the date itself (\`search: "range"\`), or make the field \`computed\`, so that code computes it when rows are read.
- It is calculated after the hooks of the area, for submits, actions, and rows that effects add or change (\`addRow\`, \`changeRow\`). An effect that updates the fields of a formula by a statement of its own must write the result as well. Existing rows get the value of a new or changed formula at the next start.`,
  area: `\`resources/<area>/area.ts\` puts the screens of its folder into the menu.`,
  seed: `\`<name>.seed.ts\` beside a definition has the rows of a new installation. A row has the fields of the resource, and the members below.

- A reference is the title of the target row, the value of one of its unique fields, or its explicit id: \`factoryId: "茅溪酒业仁怀总厂"\`, \`factoryId: "MX01"\`. The target is searched among the rows of the same tenant and of the platform; several references are a list. A reference by \`valueField\` is that value.
- A row may refer to a later row or to a row in another file; single references must not form a cycle between resources.
- The state of a life cycle is given as its value; the default is the first state. Passwords cannot be given.
- Days may be relative to the installation: \`daysAgo(3, "09:12:00")\`.
- Give an \`id\` if a text elsewhere names it; ids below 1,000,000 are reserved for that.`,
  findings: `\`npm run check\` and \`npm run dev\` print each finding with file, line, code, problem and remedy: \`resources/garage/vehicle.ts:11 bad-limits fields.seats: min (10) is greater than max (5) → Exchange or correct the limits.\` Notes do not fail the check.`,
};
