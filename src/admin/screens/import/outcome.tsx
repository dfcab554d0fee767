// What a trial has found: how many rows are new, changed, as they were, and wrong, and the first of each kind.
import type { ReactNode } from "react";
import { groupDigits } from "../../../fields/digits.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { TabList } from "../../ui/panels/tab-list.tsx";
import type { ImportAnswer, ImportedRows } from "./import-answer.ts";

const kinds = ["refused", "added", "changed"] as const;
type Kind = (typeof kinds)[number];

function Rows({ kind, rows }: { readonly kind: Kind; readonly rows: ImportedRows }): ReactNode {
  const { t } = useTranslation();
  if (rows.rows.length === 0) return <p className="tm-soft">{t("import.noneOfKind")}</p>;
  const told = (value: string) => (value === "" ? t("import.emptyValue") : value);
  return (
    <>
      <table className="tm-import-table">
        <thead>
          <tr>
            <th scope="col">{t("import.row")}</th>
            <th scope="col">{t("import.record")}</th>
            {kind !== "added" && <th scope="col">{t(kind === "refused" ? "import.problem" : "import.change")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map(({ row, title, changes, problems }) => (
            <tr key={row}>
              <td>{row}</td>
              <th scope="row">{title}</th>
              {kind === "changed" && (
                <td>
                  {changes.map(({ label, before, after }) => (
                    <div key={label}>
                      {label}: <del>{told(before)}</del> → <ins>{told(after)}</ins>
                    </div>
                  ))}
                </td>
              )}
              {kind === "refused" && (
                <td className="tm-import-failed">
                  {problems.map(({ label, message }) => (
                    <div key={label + message}>{message}</div>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.rows.length < rows.count && <p className="tm-soft">{t("import.first", { count: rows.rows.length })}</p>}
    </>
  );
}

export function Outcome({ trial }: { readonly trial: ImportAnswer }): ReactNode {
  const { t } = useTranslation();
  // What is wrong comes first, then what there is.
  const first = kinds.find((one) => trial[one].count > 0) ?? "added";
  const count = (rows: number) => groupDigits(String(rows));
  return (
    <section aria-live="polite" className="tm-import-outcome">
      <h3>
        {t("import.outcome", { rows: count(trial.rows) })}{" "}
        <span className="tm-soft">{t("import.unchanged", { count: trial.unchanged })}</span>
      </h3>
      {trial.added.count + trial.changed.count + trial.refused.count === 0 ? (
        <p>{t("import.nothingToDo")}</p>
      ) : (
        <TabList
          key={first}
          first={first}
          label={t("import.outcome", { rows: count(trial.rows) })}
          tabs={kinds.map((kind) => ({
            key: kind,
            label: t(`import.${kind}`, { count: trial[kind].count }),
            content: (
              <div className="tm-import-rows">
                <Rows kind={kind} rows={trial[kind]} />
              </div>
            ),
          }))}
        />
      )}
    </section>
  );
}
