// What screens, forms and pages use of the server.
export type { Choice } from "./choice-requests.ts";
export { ApiFailure, failureOf, unanswered } from "./failure.ts";
export { isRecord, partsOf, rowsOf, textOf, type Row } from "./wire-data.ts";
