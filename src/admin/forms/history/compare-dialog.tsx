// Two moments of a record side by side: the fields that differ.
import { Button, Modal, Select } from "antd";
import { useState, type ReactNode } from "react";
import { isVisibleIn } from "#schema/field";
import type { HistoryEntry, HistoryRow } from "#schema/history";
import type { Screen } from "#schema/screen";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { fieldLabel, HistoryValue } from "./changed-fields.tsx";
import { differences } from "./history-answer.ts";

interface Moment {
  readonly entry: HistoryEntry;
  /** What it did to the record itself. */
  readonly change: HistoryRow;
}

interface CompareDialogProps {
  readonly screen: Screen;
  /** The moments of the record, the latest first. */
  readonly moments: readonly Moment[];
  /** All changes are known, and the first of them has not made the record: it can be compared with what it was before them. */
  readonly hasFormer: boolean;
  readonly onClose: () => void;
}

export function CompareDialog({ screen, moments, hasFormer, onClose }: CompareDialogProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  // Places in the list; the later moment is never below the earlier one.
  const [later, setLater] = useState(0);
  const [earlier, setEarlier] = useState(hasFormer ? moments.length : moments.length - 1);
  // Technical fields are in no view.
  const isShown = (name: string) => {
    const field = screen.fields.find((one) => one.name === name);
    return field === undefined || isVisibleIn(field, "view");
  };
  const differing = differences(moments.slice(later, earlier).map(({ change }) => change)).filter(({ field }) => isShown(field));
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
      {differing.length === 0 ? (
        <p className="tf-lead">{t("history.same")}</p>
      ) : (
        <table className="tf-lines-table">
          <thead>
            <tr>
              <th scope="col">{t("history.field")}</th>
              <th scope="col">{t("history.earlier")}</th>
              <th scope="col">{t("history.later")}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ field, isMasked, before, after }) => (
              <tr key={field} data-change={field}>
                <th scope="row">{fieldLabel(screen, field, language)}</th>
                {[before, after].map((row, index) => (
                  <td key={index === 0 ? "before" : "after"}>
                    {isMasked && row[field] === undefined ? t("history.masked") : <HistoryValue screen={screen} name={field} row={row} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
}
