// The conditions of a list in groups: of all or of any, on its own fields and on those of the rows that they refer to.
import { Button, Select } from "antd";
import { Suspense, use, useId, useState, type FormEvent, type ReactNode } from "react";
import { comparisonsOf, conditionLimits, isGroup, readConditions, writeConditions, type ConditionField, type ConditionGroup } from "../../../schema/list-conditions.ts"; // prettier-ignore
import { DialogFoot, DialogFrame } from "../../forms/dialogs/dialog-frame.tsx";
import { addTexts } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { FailureNote, RowsSkeleton } from "../../ui/states/list-notes.tsx";
import { isComplete, mayNest, newCondition, newGroup, noConditions, withChange, withItem, type ItemPlace } from "./condition-draft.ts";
import { ConditionLine } from "./condition-line.tsx";
import { useConditionFields } from "./use-condition-fields.ts";
import "./conditions.css";

const texts = addTexts("conditions");
const operatorTexts = addTexts("reports");

interface GroupProps {
  readonly group: ConditionGroup;
  readonly place: ItemPlace;
  readonly fields: readonly ConditionField[];
  readonly isChecked: boolean;
  readonly isFull: boolean;
  readonly onChange: (change: (whole: ConditionGroup) => ConditionGroup) => void;
}

function Group({ group, place, fields, isChecked, isFull, onChange }: GroupProps): ReactNode {
  const { t } = useTranslation();
  const setOf = (of: "all" | "any") =>
    onChange((whole) =>
      place.length === 0 ? { ...whole, of } : withChange(whole, place, (item) => (isGroup(item) ? { ...item, of } : item)),
    );
  return (
    <fieldset className="tm-conditions-group">
      <legend className="tm-visually-hidden">{t(`conditions.of.${group.of}`)}</legend>
      <div className="tm-conditions-head">
        <Select
          aria-label={t("conditions.ofLabel")}
          value={group.of}
          onChange={setOf}
          options={(["all", "any"] as const).map((of) => ({ value: of, label: t(`conditions.of.${of}`) }))}
          popupMatchSelectWidth={false}
        />
        {place.length > 0 && (
          <Button
            type="text"
            aria-label={t("conditions.removeGroup")}
            icon={<Icon name="close" size={12} />}
            onClick={() => onChange((whole) => withChange(whole, place, () => undefined))}
          />
        )}
      </div>
      <ul>
        {group.items.map((item, index) => {
          const own = [...place, index];
          // Lines have nothing that tells them apart but their place.
          const key = `${index} ${isGroup(item) ? "group" : item.field}`;
          return (
            <li key={key}>
              {isGroup(item) ? (
                <Group group={item} place={own} fields={fields} isChecked={isChecked} isFull={isFull} onChange={onChange} />
              ) : (
                <ConditionLine
                  condition={item}
                  fields={fields}
                  isChecked={isChecked}
                  onChange={(next) => onChange((whole) => withChange(whole, own, () => next))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div className="tm-conditions-adders">
        <Button
          size="small"
          disabled={isFull}
          icon={<Icon name="plus" size={12} />}
          onClick={() => onChange((whole) => withItem(whole, place, newCondition))}
        >
          {t("conditions.add")}
        </Button>
        {mayNest(place) && (
          <Button
            size="small"
            disabled={isFull}
            icon={<Icon name="plus" size={12} />}
            onClick={() => onChange((whole) => withItem(whole, place, newGroup))}
          >
            {t("conditions.addGroup")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface ConditionsDialogProps {
  readonly list: string;
  readonly conditions: string;
  readonly onChange: (conditions: string) => void;
  readonly onClose: () => void;
}

function initialGroup(conditions: string): ConditionGroup {
  const read = conditions === "" ? noConditions : readConditions(conditions);
  return "fault" in read ? noConditions : read;
}

/** Default export, because it is loaded lazily. */
export default function ConditionsDialog({ list, conditions, onChange, onClose }: ConditionsDialogProps): ReactNode {
  use(texts);
  use(operatorTexts);
  const { t } = useTranslation();
  const formId = useId();
  const { value: fields, failure, refetch } = useConditionFields(list);
  const [group, setGroup] = useState(() => initialGroup(conditions));
  const [isChecked, setChecked] = useState(false);
  const lines = comparisonsOf(group);
  const text = writeConditions(group);
  const isTooLong = text.length > conditionLimits.length;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!lines.every(isComplete) || isTooLong) return;
    onChange(text);
    onClose();
  };
  return (
    <DialogFrame title={t("conditions.title")} width={880} ignoresMaskClick={false} onClose={onClose}>
      <form id={formId} className="tm-conditions" onSubmit={apply}>
        {failure !== undefined ? (
          <FailureNote message={failure.message} isAsking={false} onRetry={refetch} />
        ) : fields === undefined ? (
          <RowsSkeleton />
        ) : (
          <Suspense fallback={<RowsSkeleton />}>
            <Group
              group={group}
              place={[]}
              fields={fields}
              isChecked={isChecked}
              isFull={lines.length >= conditionLimits.count}
              onChange={setGroup}
            />
            {lines.length >= conditionLimits.count && <p className="tm-soft">{t("conditions.full", { count: conditionLimits.count })}</p>}
            {isTooLong && (
              <p className="tm-view-error" role="alert">
                {t("conditions.tooLong")}
              </p>
            )}
          </Suspense>
        )}
      </form>
      <DialogFoot>
        {conditions !== "" && (
          <Button
            onClick={() => {
              onChange("");
              onClose();
            }}
          >
            {t("conditions.clear")}
          </Button>
        )}
        <Button onClick={onClose}>{t("conditions.cancel")}</Button>
        <Button type="primary" htmlType="submit" form={formId} disabled={fields === undefined}>
          {t("conditions.apply")}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
