// Writes the text of a definition file from its tree, as an analyst would write it: one field a line, options and states broken out.
import type { BuilderCall, DefinitionTree, Literal } from "./tree.ts";

type Members = { readonly [member: string]: Literal };

const isList = (value: Literal): value is readonly Literal[] => Array.isArray(value);
const isMembers = (value: Literal | undefined): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A value on one line. */
function inline(value: Literal): string {
  if (isList(value)) return `[${value.map(inline).join(", ")}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  const members = membersText(value);
  return members === "" ? "{}" : `{ ${members} }`;
}

const membersText = (members: Members) =>
  Object.entries(members)
    .map(([name, value]) => `${key(name)}: ${inline(value)}`)
    .join(", ");

/** The options of a choice stand on a line of their own, whatever else it says below them. */
function optionsText({ options, ...others }: Members): string {
  const further = membersText(others);
  return `{\n      options: ${inline(options ?? [])},\n${further === "" ? "" : `      ${further},\n`}    }`;
}

const statesText = (states: Members) =>
  `{\n${Object.entries(states)
    .map(([name, state]) => `      ${key(name)}: ${inline(state)},`)
    .join("\n")}\n    }`;

function argumentsText({ with: given }: BuilderCall): string {
  const parts = given.map((value, index) => {
    if (!isMembers(value)) return inline(value);
    // The states of a life cycle, which its other options follow.
    const isStates = index >= 2 && Object.values(value).some((member) => isList(member)) && Object.values(value).every(isState);
    return isStates ? statesText(value) : "options" in value ? optionsText(value) : inline(value);
  });
  return parts.join(", ");
}

const isState = (member: Literal) => isList(member) && member.length >= 3 && typeof member[0] === "number" && typeof member[1] === "string";

/** A comment that cannot end early, on lines of bearable length. */
function commentText(about: string): string {
  const plain = about.replaceAll("*/", "* /").replaceAll(/\s+/g, " ").trim();
  return `/** ${plain} */\n`;
}

const maxColumns = 140;

function memberText(name: string, value: Literal): string {
  const line = `  ${key(name)}: ${inline(value)},`;
  if (line.length <= maxColumns || !isMembers(value)) return line;
  const members = Object.entries(value).map(([inner, one]) => `    ${key(inner)}: ${inline(one)},`);
  return `  ${key(name)}: {\n${members.join("\n")}\n  },`;
}

/** The text of resources/<area>/<name>.ts. */
export function printDefinition({ about, members, fields, actions }: DefinitionTree): string {
  const imported = [...new Set(["defineResource", ...Object.values(fields).map(({ call }) => call)])].sort();
  const lines = Object.entries(fields).map(([name, call]) => `    ${key(name)}: ${call.call}(${argumentsText(call)}),`);
  const actionLines = Object.entries(actions).map(([name, action]) => `    ${key(name)}: ${inline(action)},`);
  return `import { ${imported.join(", ")} } from "#schema";

${about === undefined || about === "" ? "" : commentText(about)}export default defineResource({
${Object.entries(members)
  .map(([name, value]) => memberText(name, value))
  .join("\n")}
  fields: {
${lines.join("\n")}
  },
${actionLines.length === 0 ? "" : `  actions: {\n${actionLines.join("\n")}\n  },\n`}});
`;
}
