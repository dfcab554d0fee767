// What the reference says besides its entries: how chapters begin.

export const opening = `<!-- Written by \`npm run generate\`; do not edit. -->

# Reference of the definition language

A definition is one file, \`resources/<area>/<name>.ts\`, that imports nothing but \`#schema\` and its own groups and options. Anything you omit has a sensible default. Start with the [tutorial](../docs/tutorial.md); the [cookbook](../docs/cookbook.md) has short definitions by goal.

This page is generated from the types that your editor completes, so it cannot lag behind them. Every example is part of a definition that CI compiles and puts through \`npm run check\`; the link below it leads to the whole file.

**Names.** All resources that fields can refer to, with their labels, are listed in [index.md](index.md); the data dictionary, at \`/docs/data\` of the running server, shows their fields as well.

**Types.** \`field\` is the name of a field of the same record, \`resource\`, \`role\`, \`state\` and \`read\` are names as well. \`[zh, en]\` is a text in both languages, Chinese first. \`condition\` and \`operand\` are explained under [comparisons](#key:chapter comparison), \`formula\` under [formulas](#key:chapter formula). \`time\` is a day or a moment (\`"2026-01-31"\`), \`"now"\`, \`"today"\`, or a distance from today: \`"+30d"\`, \`"-2w"\`, \`"+6m"\`, \`"+1y"\`, told from the installation's own clock also in browsers of other time zones. "off" is the default of words that are only ever \`true\`.
`;

export const chapterTexts: Readonly<Record<string, string>> = {
  fields: `Words that a field of any kind may have, among the options of its builder: \`text("名称", "Name", { required: true })\`. A field that is \`readonly\` is written by the server only; one that is \`computed\` has no column.`,
  kinds: `Each kind is a builder that \`#schema\` exports. It takes the Chinese and the English label, then its options: those below, and [those of every field](#key:chapter fields). To add a kind, see [kinds of field](../docs/field-kinds.md).`,
  shared: `Ready-made fields, and what the files beside a definition export. Fields that several definitions share are a group (\`defineFields\` in \`<name>.fields.ts\`), spread among the \`fields\` of each; a field that is written again behind it replaces the group's.`,
  details: `Rows of another resource below each row, written through their own calls: \`details: { resource: "doc-detail", by: "docId" }\`.`,
  reads: `A read is a member of \`reads\`, named as its call. \`select\` fills the choices of forms that refer to the resource.`,
  actions: `An action is a member of \`actions\`, named as its call. It has a button, a permission key and an entry in the log.`,
  events: `Transitions that the server makes by itself. Users make the others, with [actions](#key:actions.from) that have \`from\` and \`to\`.`,
  effects: `What the server does about rows beyond storing them, without an action. The area's code in \`src/server/domain\` lists what it implements (\`effects: ["saledoc.totals"]\`); \`generated/missing.json\` lists what nobody implements yet.`,
  rules: `Rules between the fields of a record.

- Forms show the error as soon as a field of the rule is left; submits and the actions that write one of its fields are refused (\`rule\`).
- A row that broke a rule before it was written can still be changed in other fields.
- The database keeps the rule as a CHECK constraint for living rows, unless it compares with the present or with a field without a column. Where rows break it already, the start says how many, and the constraint is added once they are corrected.
- Rules between the cells of a line are an option of [\`lines\`](#key:kind lines).`,
  noOverlap: `Ranges of which no two rows share a part: \`noOverlap: { term: { per: ["memberId"], from: "startTime", to: "endTime" } }\`.

- Two living rows with the same values in \`per\` are compared; with \`per: []\` all of the tenant.
- Numbers and days include both ends; a moment at which one range ends may be the one at which the next begins.
- A range with one end only is open on the other side. A row without both ends is not compared, nor is one with an empty field in \`per\`, or one that \`where\` leaves out.
- Submits, actions, and rows that effects add or change (\`addRow\`, \`changeRow\`) are refused at \`from\` (\`overlap\`); the sentence names the other row and its range as far as the caller may read them.
- The server looks under a lock: if two people write the same range at the same moment, one is refused.
- Where PostgreSQL has the extension \`btree_gist\`, which the start creates if it may, an exclusion constraint keeps it as well, unless \`where\` compares with the present. Where rows overlap already, the start says how many, and the constraint is added once they are corrected. Columns that a migration adds or changes are in the constraint from the next start on.`,
  comparison: `A condition (\`when\`, \`showWhen\`, \`requiredWhen\`, \`changeableWhen\`, \`editableWhen\`, \`removableWhen\`, \`writableWhen\`, \`addableWhen\`, \`where\`, \`if\`) names fields and what they must hold:

| condition | holds when the field |
|---|---|
| \`{ kind: 1 }\` | has this value |
| \`{ kind: [1, 3] }\` | has one of these |
| \`{ kind: { not: 1 } }\`, \`{ kind: { not: [1, 2] } }\` | has another value |
| \`{ amount: { gt: 1000 } }\` | compares so; several comparisons in one object must all hold |
| \`{ kind: 1, amount: { gt: 0 } }\` | both |
| \`[{ kind: 1 }, { amount: { gt: 0 } }]\` | one of them |

An operand is a number, a time, or another field of the same record: \`{ le: { field: "validTo" } }\`; inside lines, of the same line. Decimals are compared as decimals, never as binary fractions. A moment is compared with a day by its day: \`{ le: "today" }\` includes all of today. 31 January and a month is the last of February. An empty value, on either side, meets no comparison except \`empty: true\`. The browser and the server use the same function, and \`where\` of a read becomes SQL of the same meaning.`,
  formula: `A read-only field follows from other fields of its record: \`formulas: { amount: { multiply: ["quantity", "unitPrice"] } }\`, and the same inside \`lines\`. The form shows the value while people type, and the server stores it with every write; what a caller sends for such a field is ignored.

- An operand without a value makes the result none; \`sum\`, \`join\` and \`firstOf\` pass over it.
- Numbers are exact decimals; the result is rounded half up to the digits of its field (\`scale\`; whole for \`integer\`).
- A formula may read fields that have formulas; \`npm run check\` refuses cycles, texts in sums, and fields that are not read-only.
- It cannot depend on the present: a value stored today with \`{ le: "+30d" }\` would be wrong tomorrow, so \`npm run check\` refuses it. Search the date itself (\`search: "range"\`), or make the field \`computed\`, worked out by code when rows are read.
- It is calculated after the hooks of the area, for submits, actions, and rows that effects add or change (\`addRow\`, \`changeRow\`). An effect that updates the fields of a formula by a statement of its own writes the result as well. Rows from before a formula get their value when they are written next.`,
  area: `\`resources/<area>/area.ts\` places the screens of its folder in the menu.`,
  seed: `\`<name>.seed.ts\` beside a definition has the rows that a new installation brings. A row has the fields of the resource, and the members below.

- A reference is the target's title, what one of the target's unique fields holds, or the id that the target's row is given: \`factoryId: "茅溪酒业仁怀总厂"\`, \`factoryId: "MX01"\`. It is looked for among the rows of the same tenant and of the platform; several are a list. A reference by \`valueField\` is that value.
- A row may refer to one further down or in another file; single references form no cycle between resources.
- The field of a life cycle is given as its value; the first state by default. Passwords are not given.
- Days may count back from the installation: \`daysAgo(3, "09:12:00")\`.
- \`id\` is given where a text elsewhere names it; ids below 1,000,000 are free for that.`,
  findings: `\`npm run check\` and \`npm run dev\` print each finding with file, line, code, problem and remedy: \`resources/garage/vehicle.ts:11 bad-limits fields.seats: min (10) is greater than max (5) → Exchange or correct the limits.\` Notes do not fail the check.`,
};
