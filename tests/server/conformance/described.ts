// Rows and submits against the API's description: what a generated client believes of them.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { ResourceModel } from "#schema/model";
import { rowComponents, rowSchema, submitSchema } from "#schema/openapi/rows";

const schemas = { Row: rowSchema, Submit: submitSchema } as const;
const validators = new Map<string, ValidateFunction>();
/** One for all schemas: it compiles the schema of schemas once, which takes longer than any of theirs. */
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });

/** Made of one schema and those that it may refer to: the whole description takes seconds to compile. */
function validatorOf(resource: ResourceModel, kind: keyof typeof schemas): ValidateFunction {
  const name = `${resource.name} ${kind}`;
  let validate = validators.get(name);
  if (validate === undefined) {
    validate = ajv.compile({ ...schemas[kind](resource), components: { schemas: rowComponents } });
    validators.set(name, validate);
  }
  return validate;
}

/** What a value has that its description does not allow, each with its place and its value. */
export function faultsOf(resource: ResourceModel, kind: keyof typeof schemas, value: unknown): readonly string[] {
  const validate = validatorOf(resource, kind);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${kind}${instancePath} ${message} ${JSON.stringify(params)}`);
}
