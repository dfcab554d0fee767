// Two moments of a record side by side: the fields that differ, and the lines.
import { Alert, Button, Modal, Select, Skeleton } from "antd";
import { Suspense, useMemo, useState, type ReactNode } from "react";
import { isVisibleIn } from "#schema/field";
import type { HistoryEntry, HistoryRow } from "#schema/history";
import type { Screen } from "#schema/screen";
import { useRead } from "../../data/queries/reads.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { fieldLabel, HistoryValue } from "./changed-fields.tsx";
import { historyOf, ownChange } from "./history-answer.ts";
import { EntryRow } from "./history-entry.tsx";

interface Moment {
  readonly entry: HistoryEntry;
  /** What names it: what the entry did to the record itself, or to a line of it. */
  readonly change: HistoryRow;
}

interface CompareDialogProps {
  readonly screen: Screen;
  readonly id: string;
  /** The moments of the record, the latest first. */
  readonly moments: readonly Moment[];
  /** All changes are known, and the first of them has not made the record: it can be compared with what it was before them. */
  readonly hasFormer: boolean;
  readonly onClose: () => void;
}

interface DifferingFieldsProps {
  readonly screen: Screen;
  readonly change: HistoryRow;
  readonly fields: readonly string[];
}

function DifferingFields({ screen, change, fields }: DifferingFieldsProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <table className="tf-lines-table">
      <thead>
        <tr>
          <th scope="col">{t("history.field")}</th>
          <th scope="col">{t("history.earlier")}</th>
          <th scope="col">{t("history.later")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field} data-change={field}>
            <th scope="row">{fieldLabel(screen, field, language)}</th>
            {[change.before, change.after].map((row, index) => (
              <td key={index === 0 ? "before" : "after"}>
                {change.masked.includes(field) && row[field] === undefined ? (
                  t("history.masked")
                ) : (
                  <HistoryValue screen={screen} name={field} row={row} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the server tells of two moments, each by the change that names it; "" for before the first one. */
function Comparison({ screen, id, from, to }: Pick<CompareDialogProps, "screen" | "id"> & { readonly from: string; readonly to: string }) {
  const { t } = useTranslation();
  const query = useMemo(() => ({ [screen.key]: id, from, to }), [screen, id, from, to]);
  const read = useRead({ path: `${screen.path}/history`, query }, historyOf);
  const waiting = <Skeleton active title={false} paragraph={{ rows: 3 }} aria-label={t("history.loading")} />;
  if (read.value === undefined)
    return read.failure === undefined ? (
      waiting
    ) : (
      <ReadFailure message={read.failure.message || t("history.compareFailed")} onRetry={read.refetch} />
    );
  const [entry] = read.value.entries;
  const own = entry === undefined ? undefined : ownChange(entry, id, screen.name);
  // Technical fields are in no view.
  const fields = (own?.fields ?? []).filter((name) => {
    const field = screen.fields.find((one) => one.name === name);
    return field === undefined || isVisibleIn(field, "view");
  });
  const lines = (entry?.rows ?? []).filter((row) => row !== own);
  const more = entry?.more ?? 0;
  return (
    <>
      {fields.length + lines.length === 0 && <p className="tf-lead">{t("history.same")}</p>}
      {own !== undefined && fields.length > 0 && <DifferingFields screen={screen} change={own} fields={fields} />}
      {lines.length > 0 && (
        <Suspense fallback={waiting}>
          <ul className="tf-history-lines">
            {lines.map((row) => (
              <li key={row.row} data-line={row.row}>
                <EntryRow change={row} isOwn={false} onRestore={undefined} />
              </li>
            ))}
          </ul>
        </Suspense>
      )}
      {more > 0 && <p className="tm-soft">{t("history.moreRows", { count: more })}</p>}
      {read.value.linesUnknown === true && <Alert type="info" showIcon message={t("history.linesNotCompared")} />}
    </>
  );
}

export function CompareDialog({ screen, id, moments, hasFormer, onClose }: CompareDialogProps): ReactNode {
  const { t } = useTranslation();
  // Places in the list; the later moment is never below the earlier one.
  const [later, setLater] = useState(0);
  const [earlier, setEarlier] = useState(hasFormer ? moments.length : moments.length - 1);
  const options = [
    ...moments.map(({ entry }, place) => ({
      value: place,
      label: `${place === 0 ? `${t("history.now")} · ` : ""}${entry.time} ${entry.person || entry.account || t("history.system")}`,
    })),
    ...(hasFormer ? [{ value: moments.length, label: t("history.former") }] : []),
  ];
  const choice = (label: string, value: number, onChange: (place: number) => void, isOffered: (place: number) => boolean) => (
    <label className="tf-history-moment">
      <span>{label}</span>
      <Select<number>
        aria-label={label}
        value={value}
        onChange={onChange}
        options={options.filter((option) => isOffered(option.value))}
        popupMatchSelectWidth={false}
      />
    </label>
  );
  return (
    <Modal
      open
      className="tf-dialog"
      width={760}
      title={t("history.compareTitle")}
      onCancel={onClose}
      footer={
        <Button autoFocus onClick={onClose}>
          {t("history.close")}
        </Button>
      }
    >
      <div className="tf-history-moments">
        {choice(t("history.earlier"), earlier, setEarlier, (place) => place > later)}
        {choice(t("history.later"), later, setLater, (place) => place < earlier)}
      </div>
      <Comparison screen={screen} id={id} from={moments[earlier]?.change.id ?? ""} to={moments[later]?.change.id ?? ""} />
    </Modal>
  );
}
