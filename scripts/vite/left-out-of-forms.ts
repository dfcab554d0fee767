// What rjsf includes for schemas that no definition produces: its own inputs for every type, lists, layouts and alternatives, references
// between schemas, merging of allOf, Markdown texts. Forms give it one field for every kind and plain schemas
// (src/admin/forms/form/resource-form.tsx), so half of its bytes can never run. A stub that would render throws.
import type { LeftOut } from "./left-out.ts";

const rjsf = (path: string) => new RegExp(`[\\\\/]@rjsf[\\\\/]${path.replaceAll("/", "[\\\\/]")}\\.js$`);

const refuses = (what: string) => `() => { throw new Error("${what} is left out of the bundle: scripts/vite/left-out-of-forms.ts"); }`;

export const leftOutOfForms: readonly LeftOut[] = [
  { specifier: /^markdown-to-jsx\/react$/, code: `export const Markdown = ${refuses("Markdown in texts of rjsf")};` },
  {
    importer: rjsf("utils/lib/schema/(?:retrieveSchema|omitExtraData)"),
    specifier: /^\.\/shallowAllOfMerge\.js$/,
    code: `export default ${refuses("allOf in a schema that rjsf draws")};`,
  },
  {
    importer: rjsf("utils/lib/findSchemaDefinition"),
    specifier: /^fast-uri$/,
    code: `const refuse = ${refuses("a schema with $id or $ref")}; export default { equal: refuse, resolve: refuse };`,
  },
  {
    importer: rjsf("core/lib/components/fields/index"),
    specifier: /^\.\/(?:Array|Boolean|Cyclic|Fallback|LayoutGrid|LayoutHeader|LayoutMulti|Multi|Null|Number|String)(?:Schema)?Field\.js$/,
    code: `export default ${refuses("a field of rjsf's own")};`,
  },
  // Numbers are text here, which avoids rounding. Its entry also loads the packages' test dependencies, which are not installed.
  {
    importer: rjsf("antd/lib/templates/BaseInputTemplate/index"),
    specifier: /^antd$/,
    code: `import Input from "antd/es/input/Input"; export { Input }; export const InputNumber = ${refuses("the number input of @rjsf/antd")};`,
  },
  {
    importer: rjsf("antd/lib/templates/BaseInputTemplate/index"),
    specifier: /^@rjsf\/core$/,
    code: `export const SchemaExamples = ${refuses("a schema with examples")};`,
  },
  { importer: rjsf("core/lib/getDefaultRegistry"), specifier: /^\.\/components\/widgets\/index\.js$/, code: "export default () => ({});" },
];
