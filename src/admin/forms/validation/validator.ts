// The validator of a form as rjsf wants it: our own check for the JSON-Schema subset of the generated screens. ajv would
// have to generate code, which the Content-Security-Policy forbids.
import { toErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidatorType } from "@rjsf/utils";
import { checkSchema, generatedSchema, isValid } from "#schema/json-schema-subset";
import type { FormValues } from "../../inputs/values/form-definition.ts";
import type { Problem } from "../form/form-session.ts";

/** A path as rjsf writes and reads it. */
function propertyOf(path: readonly (string | number)[]): string {
  return path.map((part) => `.${part}`).join("");
}

/** The parts of such a path; numbers where rows are counted. */
export function pathOfProperty(property: string | undefined): readonly (string | number)[] {
  return (property ?? "")
    .split(".")
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/**
 * A validator for one form.
 * @param problems what is wrong with the values and is to be shown now
 */
export function createValidator(problems: (values: FormValues) => readonly Problem[]): ValidatorType<FormValues> {
  return {
    validateFormData(values) {
      const errors = problems(values ?? {}).map(({ code, path, sentence }): RJSFValidationError => ({
        name: code,
        message: sentence,
        stack: sentence,
        params: {},
        property: propertyOf(path),
        schemaPath: "",
      }));
      return { errors, errorSchema: toErrorSchema<FormValues>(errors) };
    },
    isValid: (schema: RJSFSchema, values) => isValid(generatedSchema(schema), values),
    rawValidation: <Result>(schema: RJSFSchema, values: FormValues | undefined) => ({
      // rjsf leaves the type of a raw result to its caller; ours are the errors of our own check.
      errors: [...checkSchema(generatedSchema(schema), values)] as Result[],
    }),
  };
}
