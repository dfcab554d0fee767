// What screens, forms and pages use of the server.
export { choices, forgetChoices, keptRequest, type Choice, type ChoiceQuery } from "./choices.ts";
export { dictionary, useDictionary, type DictionaryEntry } from "./dictionary.ts";
export { ApiFailure, failureOf, type FieldIssue } from "./failure.ts";
export { isRecord, partsOf, rowsOf, textOf, totalOf, type Row } from "./record.ts";
export { download, request } from "./request.ts";
export { onSession, session, type Session, type SessionUser } from "./session.ts";
export type { Method, QueryValue, RequestOptions } from "./transport.ts";
