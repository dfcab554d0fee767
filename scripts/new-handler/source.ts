// The text of a handler and of its test, as somebody would begin them. What is not written yet refuses: nothing answers success before it does
// its work.
import type { ResourceModel } from "../../src/schema/model.ts";

/** What of a resource the server does by code: one of its actions or reads, or a hook into the calls that every resource has. */
export type Handled =
  | { readonly kind: "action" | "read"; readonly name: string }
  | { readonly kind: "submit" | "remove" | "afterRead"; readonly name: "" };

const pascal = (name: string): string => name.replaceAll(/(?:^|-)([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase());
const camel = (name: string): string => pascal(name).replace(/^./, (letter) => letter.toLowerCase());

/** The domain that the file of a resource exports. */
export const domainName = (resource: string): string => `${camel(resource)}Domain`;

const quoted = (text: string): string => JSON.stringify(text);

/** "lab-test.release", or "lab-test" with the call of a hook. */
const titleOf = ({ name: resource }: ResourceModel, { kind, name }: Handled): string => `${resource}.${name === "" ? kind : name}`;

const refusal = (resource: ResourceModel, what: Handled): string => {
  const [zh, en] = resource.label;
  return `businessError("notWritten", [${quoted(`“${zh}”的 ${titleOf(resource, what)} 尚未实现`)}, ${quoted(`${titleOf(resource, what)} of ${en} is not written yet`)}])`;
};

/** The handler itself. */
function body(resource: ResourceModel, what: Handled): string {
  const type = quoted(resource.name);
  switch (what.kind) {
    case "action":
      return `const ${camel(what.name)}: Effect<${quoted(`${resource.name}.${what.name}`)}> = {
  // Slow work, files and look-ups belong in \`prepare\`, jobs in \`enqueue\` (docs/effects.md).
  commit: async (_tx, _context, { rows: _rows, values: _values }) => {
    // Locked rows of the call, as they are after the transition; values of the dialog. Refuse with businessError, write with addRow and changeRow.
    throw ${refusal(resource, what)};
  },
};`;
    case "read":
      return `const ${camel(what.name)}: ReadHandler = async (_context, _parameters) => {
  // Query with \`read(context, [db.selectFrom(tables(context).accessible(${type}, "t")) …])\` and return what the envelope carries.
  throw ${refusal(resource, what)};
};`;
    case "submit":
      return `const submit: SubmitEffect<${type}> = {
  beforeChange: async (_tx, _context, { values: _values, current: _current }) => {
    // \`{ ...current, ...values }\` is the resulting row; add to \`values\`, or refuse with businessError.
    throw ${refusal(resource, what)};
  },
};`;
    case "remove":
      return `const remove: RemoveEffect<${type}> = {
  beforeRemove: async (_tx, _context, { rows: _rows }) => {
    // The locked rows that are removed; refuse with businessError.
    throw ${refusal(resource, what)};
  },
};`;
    case "afterRead":
      return `const afterRead: NonNullable<ResourceHooks<${type}>["afterRead"]> = (row) => {
  // The row as it is answered, in the form of the wire (docs/wire.md); return it with what is computed.
  return { ...row };
};`;
  }
}

function registration(resource: ResourceModel, { kind, name }: Handled): string {
  const entry = (of: Handled["kind"]): string => (of === kind ? `{ ${quoted(`${resource.name}.${name}`)}: ${camel(name)} }` : "{}");
  const hooks = kind === "action" || kind === "read" ? "{}" : `{ ${quoted(resource.name)}: { ${kind} } }`;
  return `export const ${domainName(resource.name)}: Domain = { reads: ${entry("read")}, actions: ${entry("action")}, hooks: ${hooks} };`;
}

const typeOf = {
  action: "Effect",
  read: "ReadHandler",
  submit: "SubmitEffect",
  remove: "RemoveEffect",
  afterRead: "ResourceHooks",
} as const;

/** The file of a resource's handlers, below src/server/domain/<area>/. */
export function handlerSource(resource: ResourceModel, what: Handled): string {
  return `// What the server does about ${resource.label[1].toLowerCase()} beyond the definition.
import type { Domain, ${typeOf[what.kind]} } from "../../contract.ts";
${what.kind === "afterRead" ? "" : `import { businessError } from "../../http/errors.ts";\n`}
${body(resource, what)}

${registration(resource, what)}
`;
}

/** The call of a test. */
function call(resource: ResourceModel, { kind, name }: Handled): string {
  const { path } = resource;
  switch (kind) {
    case "action": {
      const action = resource.actions.find((one) => one.name === name);
      if (action === undefined) throw new Error(`${resource.name} has no action ${name}`);
      const method = action.method.toLowerCase() === "none" ? "post" : action.method.toLowerCase();
      const parameters = action.idParam === undefined ? "" : `, { ${action.idParam}: String(id) }`;
      const sent = method === "get" ? parameters : `, {}${parameters}`;
      const needsRow = action.on === "row" || action.on === "selection";
      const made = needsRow ? "const { id } = await samples.row(resource);\n  " : "";
      return `${made}const answer = await client.${method}(\`${action.path.replace("{id}", "${String(id)}")}\`${sent});`;
    }
    case "read": {
      const read = resource.reads.find((one) => one.name === name);
      return `const answer = await client.${read?.method === "POST" ? "post" : "get"}("${read?.path ?? path}", {});`;
    }
    case "submit":
      return `const answer = await client.post("${path}/submit", await samples.body(resource));`;
    case "remove":
      return `const { id } = await samples.row(resource);\n  const answer = await client.post("${path}/remove", undefined, { ids: String(id) });`;
    case "afterRead":
      return `const { id } = await samples.row(resource);\n  const answer = await client.get("${path}/detail", { id: String(id) });`;
  }
}

/** The test of it, below tests/server/domain/<area>/. */
export function testSource(resource: ResourceModel, what: Handled): string {
  const expected = what.kind === "afterRead" ? `{ code: 200 }` : `{ status: 400, data: { error: "notWritten" } }`;
  return `// ${titleOf(resource, what)} over a real database.
import { expect, it } from "vitest";
import { createSamples } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const server = await serverOfFile();
const samples = createSamples(server);
const resource = server.model.resource.get(${quoted(resource.name)});
if (resource === undefined) throw new Error("the resource is gone");
const client = server.as(samples.writer(resource));

it("refuses until it is written", async () => {
  ${call(resource, what)}
  expect(answer).toMatchObject(${expected});
});
`;
}
