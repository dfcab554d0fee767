// The register of all kinds of field: one line each, which exports the builder that definitions use and with it the kind. Everything
// else finds the kinds from here: the schema and the server by fieldKinds (src/schema/kinds.ts), screens by generated/kinds.ts, and
// cells, widgets and views by the names of the files in the kind's folder.
export { attributes } from "./attributes/definition.ts";
export { bool } from "./bool/definition.ts";
export { choice } from "./choice/definition.ts";
export { code } from "./code/definition.ts";
export { color } from "./color/definition.ts";
export { date } from "./date/definition.ts";
export { datetime } from "./datetime/definition.ts";
export { decimal } from "./decimal/definition.ts";
export { dict } from "./dict/definition.ts";
export { email } from "./email/definition.ts";
export { file } from "./file/definition.ts";
export { gtin } from "./gtin/definition.ts";
export { icon } from "./icon/definition.ts";
export { image } from "./image/definition.ts";
export { images } from "./images/definition.ts";
export { integer } from "./integer/definition.ts";
export { json } from "./json/definition.ts";
export { lines } from "./lines/definition.ts";
export { message } from "./message/definition.ts";
export { money } from "./money/definition.ts";
export { password } from "./password/definition.ts";
export { phone } from "./phone/definition.ts";
export { progress } from "./progress/definition.ts";
export { record } from "./record/definition.ts";
export { ref } from "./ref/definition.ts";
export { refs } from "./refs/definition.ts";
export { region } from "./region/definition.ts";
export { richtext } from "./richtext/definition.ts";
export { rowEvents } from "./row-events/definition.ts";
export { state } from "./state/definition.ts";
export { text } from "./text/definition.ts";
export { textarea } from "./textarea/definition.ts";
export { time } from "./time/definition.ts";
export { treeRef } from "./tree-ref/definition.ts";
export { url } from "./url/definition.ts";
