// One comparison of the conditions of a list: its field, how it is compared, and with what.
import { Button, Input, Select } from "antd";
import { Suspense, use, useId, useMemo, type ReactNode } from "react";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ConditionField, ListCondition } from "../../../schema/list-conditions.ts";
import { relativeTimes } from "../../../schema/report.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { loadList } from "../../data/screen-models/load.ts";
import { SearchField } from "../../forms/index.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { isChosen, isComplete, needsNoValue, operatorsOf } from "./condition-draft.ts";

interface ValueProps {
  readonly id: string;
  readonly field: ConditionField;
  readonly own: ScreenField | undefined;
  readonly condition: ListCondition;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
}

function ConditionValue({ id, field, own, condition, isInvalid, onChange }: ValueProps): ReactNode {
  const { t } = useTranslation();
  const { operator, value = "" } = condition;
  const label = t("conditions.valueOf", { name: field.label });
  const isSeveral = operator === "in";
  const shown = useMemo((): ScreenField | undefined => {
    if (!isChosen(own)) return undefined;
    const search = isSeveral ? "in" : "equal";
    if (own.reference === undefined) return { ...own, search };
    // What narrows the choice in a form is not there.
    const { within: _within, ...reference } = own.reference;
    return { ...own, reference, search };
  }, [own, isSeveral]);
  if (needsNoValue(operator)) return null;
  if (operator === "during")
    return (
      <Select
        id={id}
        aria-label={label}
        status={isInvalid ? "error" : ""}
        value={value === "" ? null : value}
        onChange={(next) => onChange(next ?? "")}
        options={relativeTimes.map((time) => ({ value: time, label: t(`reports.time.${time}`) }))}
      />
    );
  if (shown !== undefined)
    return (
      <SearchField
        id={id}
        field={shown}
        ariaLabel={label}
        value={isSeveral ? (value === "" ? undefined : value.split(",")) : value === "" ? undefined : value}
        onChange={(next) => onChange(next === undefined ? "" : typeof next === "string" ? next : next.join(","))}
      />
    );
  const isClock = own !== undefined && traitsOf(own).temporal === "clock";
  return (
    <Input
      id={id}
      aria-label={label}
      status={isInvalid ? "error" : ""}
      value={value}
      type={field.type === "time" && !isClock ? "date" : "text"}
      inputMode={field.type === "number" ? "decimal" : "text"}
      maxLength={500}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface ConditionLineProps {
  readonly condition: ListCondition;
  readonly fields: readonly ConditionField[];
  /** What is missing is marked. */
  readonly isChecked: boolean;
  /** Undefined: it is taken out. */
  readonly onChange: (condition: ListCondition | undefined) => void;
}

/** The fields by whose they are. */
function choicesOf(fields: readonly ConditionField[], own: string) {
  const owners = [...new Set(fields.map(({ of = "" }) => of))];
  return owners.map((owner) => ({
    label: owner === "" ? own : owner,
    title: owner,
    options: fields.filter(({ of = "" }) => of === owner).map(({ path, label }) => ({ value: path, label })),
  }));
}

function Comparison({
  condition,
  field,
  isChecked,
  onChange,
}: Omit<ConditionLineProps, "fields"> & { readonly field: ConditionField }): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const own = use(loadList(field.resource))?.fields.find(({ name }) => name === field.name);
  const operators = operatorsOf(field, own);
  const isInvalid = isChecked && !isComplete(condition);
  return (
    <>
      <Select
        aria-label={t("conditions.operatorOf", { name: field.label })}
        value={condition.operator}
        onChange={(operator) => onChange({ field: condition.field, operator })}
        options={operators.map((operator) => ({ value: operator, label: t(`reports.operator.${operator}`) }))}
        popupMatchSelectWidth={false}
      />
      <span className="tm-conditions-value">
        <ConditionValue
          key={condition.operator}
          id={id}
          field={field}
          own={own}
          condition={condition}
          isInvalid={isInvalid}
          onChange={(value) => onChange({ ...condition, value: value.trim() === "" ? "" : value })}
        />
        {isInvalid && (
          <span className="tm-view-error" role="alert">
            {t("conditions.valueMissing")}
          </span>
        )}
      </span>
    </>
  );
}

export function ConditionLine({ condition, fields, isChecked, onChange }: ConditionLineProps): ReactNode {
  const { t } = useTranslation();
  const field = fields.find(({ path }) => path === condition.field);
  const options = useMemo(() => choicesOf(fields, t("conditions.ownFields")), [fields, t]);
  const choose = (path: string) => {
    const chosen = fields.find((one) => one.path === path);
    if (chosen === undefined) return;
    void loadList(chosen.resource).then((screen) => {
      const [operator = "equal"] = operatorsOf(
        chosen,
        screen?.fields.find(({ name }) => name === chosen.name),
      );
      onChange({ field: path, operator, ...(operator === "during" ? { value: "last30Days" } : {}) });
    });
  };
  const isMissing = condition.field === "" ? isChecked : field === undefined;
  return (
    <div className="tm-condition">
      <Select
        className="tm-condition-field"
        aria-label={t("conditions.field")}
        placeholder={t("conditions.field")}
        status={isMissing ? "error" : ""}
        value={field?.path ?? null}
        onChange={(path) => path !== null && choose(path)}
        showSearch
        optionFilterProp="label"
        options={options}
        popupMatchSelectWidth={false}
      />
      {field === undefined ? (
        condition.field !== "" && <span className="tm-view-error">{t("conditions.noField")}</span>
      ) : (
        <Suspense fallback={<span className="tm-search-pending" />}>
          <Comparison condition={condition} field={field} isChecked={isChecked} onChange={onChange} />
        </Suspense>
      )}
      <Button
        type="text"
        aria-label={t("conditions.remove", { name: field?.label ?? "" })}
        icon={<Icon name="close" size={12} />}
        onClick={() => onChange(undefined)}
      />
    </div>
  );
}
