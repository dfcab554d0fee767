// The fields of a designer, by the resource that they are of: found by their name, put on a shelf by a menu or by dragging.
import { Input } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { reportLimits, type OfferedField, type ReportDefinition } from "../../schema/report.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { PopButton } from "../ui/panels/pop-button.tsx";
import { PopMenu } from "../ui/panels/pop.tsx";
import { itemsOn, shelves, type Shelf } from "./design.ts";

interface FieldListProps {
  readonly fields: readonly OfferedField[];
  readonly definition: ReportDefinition;
  readonly onPut: (shelf: Shelf, field: OfferedField) => void;
}

const maxOn: Readonly<Record<Shelf, number>> = {
  rows: reportLimits.rows,
  across: reportLimits.across,
  columns: reportLimits.columns,
  totals: reportLimits.totals,
  filters: reportLimits.filters,
};

/** Whether a shelf takes another field. */
export const hasRoom = (definition: ReportDefinition, shelf: Shelf): boolean => itemsOn(definition, shelf).length < maxOn[shelf];

export function FieldList({ fields, definition, onPut }: FieldListProps): ReactNode {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const groups = useMemo(() => {
    const wanted = fields.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
    const found = new Map<string, OfferedField[]>();
    for (const field of wanted) found.set(field.of ?? "", [...(found.get(field.of ?? "") ?? []), field]);
    return [...found];
  }, [fields, search]);
  return (
    <section className="tm-designer-fields" aria-label={t("reports.fields")}>
      <Input
        allowClear
        aria-label={t("reports.findField")}
        placeholder={t("reports.findField")}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {groups.length === 0 && <p className="tm-soft">{t("reports.noField")}</p>}
      {groups.map(([of, members]) => (
        <div key={of}>
          <h2>{of === "" ? t("reports.ownFields") : of}</h2>
          <ul>
            {members.map((field) => (
              <li
                key={field.path}
                className="tm-designer-field"
                draggable
                onDragStart={(event) => event.dataTransfer.setData("text/plain", field.path)}
              >
                <span title={field.label}>{field.label}</span>
                <PopButton
                  label={t("reports.addField", { name: field.label })}
                  opens="menu"
                  className="tm-icon-button tm-designer-add"
                  face={<Icon name="plus" size={14} />}
                >
                  {(anchor, close) => (
                    <PopMenu
                      anchor={anchor}
                      label={t("reports.addField", { name: field.label })}
                      items={shelves.map((shelf) => ({
                        key: shelf,
                        label: t(`reports.add.${shelf}`),
                        isDisabled: !hasRoom(definition, shelf),
                      }))}
                      onPick={(key) => {
                        const shelf = shelves.find((one) => one === key);
                        if (shelf !== undefined) onPut(shelf, field);
                      }}
                      onClose={close}
                    />
                  )}
                </PopButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
