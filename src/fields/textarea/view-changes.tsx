// The changes of a write as a readable table: each row with its fields before and after, in the reader's language.
import { use, type ReactNode } from "react";
import type { RowChange, ChangeRecord, SetChange } from "#schema/changes";
import type { Screen, ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { traitsOf } from "../screen-traits.ts";
import { loadScreen } from "../../admin/data/screen-models/load.ts";
import { useFormTexts, useLanguage } from "../../admin/i18n/language.ts";
import { ShownValue } from "../shown-value.tsx";

interface SideProps {
  readonly field: ScreenField | undefined;
  readonly text: string | null;
  readonly isMasked?: boolean | undefined;
}

function Side({ field, text, isMasked }: SideProps): ReactNode {
  if (text === null)
    return (
      <span className="tf-nothing" aria-hidden="true">
        —
      </span>
    );
  if (field === undefined || isMasked === true || traitsOf(field).isLoggedAsText) return <span>{text}</span>;
  const value = field.wire === "number" && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  return <ShownValue field={field} value={value} record={{ [field.name]: value }} />;
}

function ChangedRow({ row, screen }: { readonly row: RowChange; readonly screen: Screen | undefined }): ReactNode {
  const language = useLanguage();
  const texts = useFormTexts().changes;
  const labelOf = (name: string) => screen?.fields.find((field) => field.name === name);
  // What an action chose from trees is no field of the row.
  const listOf = (name: string) => screen?.actions.flatMap((action) => action.trees?.lists ?? []).find((list) => list.name === name);
  const changedName = (name: string) => inLanguage(labelOf(name)?.label ?? listOf(name)?.label ?? [name, name], language) || name;
  const what = screen === undefined ? row.resource : inLanguage(screen.label, language);
  return (
    <section className="tf-change" aria-label={`${texts.actions[row.action]} ${what} ${row.title}`}>
      <h4 className="tf-change-head">{texts.head(texts.actions[row.action], what, row.title)}</h4>
      {row.changes.length > 0 && (
        <table className="tf-lines-table">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.before}</th>
              <th scope="col">{texts.after}</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.map((change) => {
              const field = labelOf(change.field);
              return (
                <tr key={change.field} data-change={change.field}>
                  <th scope="row">
                    {changedName(change.field)}
                    {change.masked === true && <span className="tf-change-masked">{texts.masked}</span>}
                  </th>
                  <td>
                    <Side field={field} text={change.before} isMasked={change.masked} />
                  </td>
                  <td>
                    <Side field={field} text={change.after} isMasked={change.masked} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Rows that were written as a set: how many, and what all of them hold now. */
function ChangedSet({ set, screen }: { readonly set: SetChange; readonly screen: Screen | undefined }): ReactNode {
  const language = useLanguage();
  const texts = useFormTexts().changes;
  const what = screen === undefined ? set.resource : inLanguage(screen.label, language);
  const head = texts.set(texts.actions[set.action], what, set.count);
  return (
    <section className="tf-change" aria-label={head}>
      <h4 className="tf-change-head">{head}</h4>
      {set.changes.length > 0 && (
        <table className="tf-lines-table">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.after}</th>
            </tr>
          </thead>
          <tbody>
            {set.changes.map(({ field: name, after }) => {
              const field = screen?.fields.find((one) => one.name === name);
              return (
                <tr key={name} data-change={name}>
                  <th scope="row">{inLanguage(field?.label ?? [name, name], language) || name}</th>
                  <td>{after === undefined ? texts.various : <Side field={field} text={after} />}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Loads the names of the fields, then renders; inside a Suspense. */
export function ChangesView({ record }: { readonly record: ChangeRecord }): ReactNode {
  const texts = useFormTexts().changes;
  const { rows, sets = [] } = record;
  const names = [...new Set([...rows, ...sets].map(({ resource }) => resource))];
  // The same promise for every call with a name, as `use` requires.
  const screens = new Map(names.map((name) => [name, use(loadScreen(name))]));
  return (
    <div className="tf-lines-scroll tf-changes" role="region" tabIndex={0} aria-label={texts.label}>
      {rows.length === 0 && <p>{record.call}</p>}
      {rows.map((row) => (
        <ChangedRow key={`${row.resource} ${row.id}`} row={row} screen={screens.get(row.resource)} />
      ))}
      {sets.map((set) => (
        <ChangedSet key={JSON.stringify(set)} set={set} screen={screens.get(set.resource)} />
      ))}
      {record.more !== undefined && <p className="tf-change-head">{texts.more(record.more)}</p>}
    </div>
  );
}
