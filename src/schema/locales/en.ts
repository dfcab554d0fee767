// Sentences of validation issues in English.
import type { IssueCode } from "../validation.ts";

export const en: Readonly<Record<IssueCode, string>> = {
  required: "{label} is required",
  type: "{label} has the wrong format",
  pattern: "{label} has the wrong format",
  option: "{label} is not one of the options",
  tooLong: "{label} has more than {max} characters",
  tooShort: "{label} needs at least {min} characters",
  tooLarge: "{label} must be at most {max}",
  tooSmall: "{label} must be at least {min}",
  tooEarly: "{label} must not be before {min}",
  tooLate: "{label} must not be after {max}",
  tooMany: "{label} has more than {max} entries",
  tooFew: "{label} needs at least {min} entries",
  unknown: "{label} holds something unknown: {names}",
  different: "{label}: the two entries differ",
  duplicate: "{label} is already taken",
  notFound: "The chosen {label} does not exist or was removed",
  notAllowed: "{label} cannot be changed now",
  fixed: "{label} is fixed once created",
  rule: "{label} breaks a rule",
  overlap: "{label} overlaps another row",
};
