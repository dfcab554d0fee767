// What screens, forms and pages use of the server.
export type { Choice, ChoiceQuery } from "./choice-requests.ts";
export { ApiFailure, failureOf, type FieldIssue } from "./failure.ts";
export { isRecord, partsOf, rowsOf, textOf, totalOf, type Row } from "./wire-data.ts";
export { onSession, session, type Session, type SessionUser } from "./session.ts";
export type { Method, QueryValue, RequestOptions } from "./transport.ts";
