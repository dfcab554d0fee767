// The call of an action: how the ids and the values of its dialog are sent.
import type { ScreenAction, ScreenField } from "../../../schema/screen.ts";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import type { RequestOptions } from "../../api/transport.ts";
import { rowToWire } from "../../api/row-conversion.ts";
import type { ListViewModel } from "../screen-models/view-models.ts";

/** The rows an action is for. None for one of the toolbar. */
export interface ActionTarget {
  readonly rows: readonly Row[];
}

/** The id of a row as an action takes it. */
function idOf(screen: ListViewModel, action: ScreenAction, row: Row): string {
  return textOf(row[action.idField ?? screen.key]);
}

/** Parameters that are sent in addition to the ids and the dialog's values, or that prefill the form it opens; taken from the first row. */
export function extraParameters(action: Pick<ScreenAction, "with">, row: Row | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(action.with ?? {}).map(([name, value]) => [name, textOf(typeof value === "object" ? row?.[value.field] : value)]),
  );
}

function queryValues(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isRecord(value) ? JSON.stringify(value) : Array.isArray(value) ? value.map(textOf).join(",") : textOf(value),
    ]),
  );
}

type FileOf = (address: unknown) => File | undefined;
const noFile: FileOf = () => undefined;

/** Values and files as a body in parts. */
function partsOf(values: Readonly<Record<string, unknown>>, fileOf: FileOf): FormData {
  const form = new FormData();
  const texts = queryValues(values);
  for (const [name, value] of Object.entries(values)) {
    const parts = typeof value === "string" ? value.split(",") : [value].flat();
    const files = parts.flatMap((part) => fileOf(part) ?? []);
    for (const file of files) form.append(name, file);
    const text = texts[name] ?? "";
    if (files.length === 0 && text !== "") form.append(name, text);
  }
  return form;
}

/** The dialog's values in the form or the body that the action expects; the ids stay in the query of a form. */
function requestOf(
  action: ScreenAction,
  ids: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
  fileOf: FileOf,
): Pick<RequestOptions, "query" | "body"> {
  if (action.method === "GET" || action.send === "query") return { query: { ...ids, ...queryValues(values) } };
  if (action.send === "body") return { body: { ...ids, ...values } };
  if (action.send === "multipart") return { query: ids, body: partsOf(values, fileOf) };
  const given = Object.entries(queryValues(values)).filter(([, value]) => value !== "");
  return given.length === 0 ? { query: ids } : { query: ids, body: new URLSearchParams(given) };
}

/** The address of the page that an action leads to from a row. */
export function addressFrom(action: Pick<ScreenAction, "path">, row: Row): string {
  return action.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(textOf(row[name])));
}

/** An action as it is sent. */
interface ActionRequest extends Pick<RequestOptions, "query" | "body"> {
  readonly path: string;
}

/** The request of an action. `values` are those of its dialog. */
export async function actionRequest(
  screen: ListViewModel,
  action: ScreenAction,
  target: ActionTarget,
  { values = {}, fileOf = noFile }: { readonly values?: Row; readonly fileOf?: FileOf | undefined } = {},
): Promise<ActionRequest> {
  const ids = target.rows.map((row) => idOf(screen, action, row)).join(",");
  const dialogFields: readonly ScreenField[] = action.dialogFields ?? [];
  const sent = await rowToWire(dialogFields, values);
  const used = new Set<string>();
  const path = action.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    used.add(name);
    return encodeURIComponent(name === "id" ? ids : textOf(sent[name]));
  });
  const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !used.has(name)));
  const idQuery = {
    ...(action.idParam === undefined || ids === "" ? {} : { [action.idParam]: ids }),
    ...extraParameters(action, target.rows[0]),
  };
  return { path, ...requestOf(action, idQuery, rest, fileOf) };
}
