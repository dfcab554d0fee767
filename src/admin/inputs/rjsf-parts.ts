// All imports of inner files of rjsf's packages (`npm run boundaries`). The entry of @rjsf/antd is one object of all parts, and that of @rjsf/core
// imports ajv for tests of its own. Re-exports only: with a value in this file, the build would load all of its parts with the first of them.
export { default as BaseInputTemplate } from "@rjsf/antd/lib/templates/BaseInputTemplate/index.js";
export { default as FieldErrorTemplate } from "@rjsf/antd/lib/templates/FieldErrorTemplate/index.js";
export { default as RadioWidget } from "@rjsf/antd/lib/widgets/RadioWidget/index.js";
export { default as SelectWidget } from "@rjsf/antd/lib/widgets/SelectWidget/index.js";
export { default as TextareaWidget } from "@rjsf/antd/lib/widgets/TextareaWidget/index.js";
export { default as Form } from "@rjsf/core/lib/components/Form.js";
