// The files of the client package: types of a description, the runtime, and what npm and people read.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import openapiTypes, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { isRecord } from "#schema/json";
import packageFacts from "../../package.json" with { type: "json" };

interface Described {
  readonly version: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The generator looks at the rest. */
const isDescription = (read: unknown): read is Omit<Described, "version"> & OpenAPI3 =>
  isRecord(read) && typeof read["openapi"] === "string" && isRecord(read["info"]) && isRecord(read["paths"]);

/** The description in a text. Throws what is wrong with it. */
export function describedIn(text: string): Described & OpenAPI3 {
  const read: unknown = JSON.parse(text);
  if (!isDescription(read)) throw new Error("this is no description in OpenAPI");
  return { ...read, version: String(read.info.version) };
}

/** Media types of bodies that are not JSON, by method and path. */
function bodyTypesOf({ paths }: Described): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([address, calls]) =>
      Object.entries(calls).flatMap(([method, call]): readonly (readonly [string, string])[] => {
        const body = isRecord(call) ? call["requestBody"] : undefined;
        const [type] = isRecord(body) && isRecord(body["content"]) ? Object.keys(body["content"]) : [];
        return type === undefined || type === "application/json" ? [] : [[`${method} ${address}`, type]];
      }),
    ),
  );
}

/** A file is a Blob, in a form as in an answer. */
const typeOfFile = ({ format }: { readonly format?: string }): ts.TypeNode | undefined =>
  format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined;

const compiler: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, isolatedDeclarations: true };

/** A module as JavaScript with its declarations. */
function compiled(name: string, source: string): readonly (readonly [string, string])[] {
  const options = { fileName: `${name}.ts`, compilerOptions: compiler };
  return [
    [`${name}.js`, ts.transpileModule(source, options).outputText],
    [`${name}.d.ts`, ts.transpileDeclaration(source, options).outputText],
  ];
}

const index = (bodyTypes: Readonly<Record<string, string>>): string => `// The client of this description.
import { createClientOf, type Client, type Options } from "./runtime.js";
import type { paths } from "./schema.js";

export { Refusal, type Issue, type Options } from "./runtime.js";
export type { components, operations, paths } from "./schema.js";

export type Tracemark = Client<paths>;

const bodyTypes: Readonly<Record<string, string>> = ${JSON.stringify(bodyTypes, null, 2)};

/** Makes calls of a server with an API token. */
export function createTracemark(options: Options): Tracemark {
  return createClientOf<paths>(options, bodyTypes);
}
`;

const readme = (name: string, version: string): string => `# ${name}

A typed client of Tracemark ${version}, written by \`npm run client\` from the description of its API. It needs Node 20 or a browser.

\`\`\`ts
import { createTracemark, Refusal } from "${name}";

const tracemark = createTracemark({ baseUrl: "https://trace.example.cn", token: process.env.TRACEMARK_TOKEN ?? "" });

const page = await tracemark.get("/api/blade-system/post/list", { params: { query: { current: 1, size: 30 } } });
try {
  await tracemark.post("/api/blade-system/post/submit", { body: { category: 1, postCode: "QC", postName: "质检员", sort: 1 } });
} catch (refusal) {
  if (!(refusal instanceof Refusal)) throw refusal;
  console.error(refusal.error, refusal.message, refusal.issues);
}
\`\`\`

- A call resolves with the payload of the envelope, and a file with a \`Blob\`. A refusal rejects with a \`Refusal\`, which has status, code, stable name, sentence and the wrong fields.
- \`token\` is an API token, or a function that gives one. Ids are texts, because they have 19 digits. Lists in the query are joined by commas.
- Bodies of forms and of calls with files are objects like all others; files are \`Blob\`s.
- Each write has an \`Idempotency-Key\`. To send a call again after a lost answer, give it one of your own with both: \`params: { header: { "Idempotency-Key": key } }\`.
`;

/** Every file of the package by its name. */
export async function clientFiles(description: string, name: string): Promise<ReadonlyMap<string, string>> {
  const described = describedIn(description);
  const runtime = await readFile(path.join(path.dirname(fileURLToPath(import.meta.url)), "runtime.ts"), "utf8");
  const facts = {
    name,
    version: described.version,
    description: "A typed client of Tracemark",
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    files: ["*.js", "*.d.ts"],
    engines: { node: ">=20" },
    dependencies: { "openapi-fetch": packageFacts.devDependencies["openapi-fetch"] },
    license: "UNLICENSED",
  };
  return new Map([
    ["package.json", `${JSON.stringify(facts, null, 2)}\n`],
    ["README.md", readme(name, described.version)],
    ["schema.d.ts", astToString(await openapiTypes(described, { silent: true, transform: typeOfFile }))],
    ...compiled("runtime", runtime),
    ...compiled("index", index(bodyTypesOf(described))),
  ]);
}
