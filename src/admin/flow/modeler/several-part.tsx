// How many people a task asks: one, or several at once or one after the other.
import { Select, Switch } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { loopAttributesOf, loopOf, personVariable, type Loop, type LoopAttributes } from "../../../process/loops.ts";
import type { ModelElement } from "../../../process/model.ts";
import { isId, listed } from "../../../process/people.ts";
import { WholeNumber } from "../../inputs/whole-number.tsx";
import { changeLoop, changeTask, loopAttributes, type Change, type MakeElement } from "./model-element.ts";
import { Picker } from "./pickers.tsx";
import { Property, TextProperty } from "./property.tsx";
import { UserField } from "./user-field.tsx";
import type { VariableName } from "./vocabulary.ts";

export interface TaskPartProps {
  readonly task: ModelElement;
  readonly names: readonly VariableName[];
  readonly make: MakeElement;
  readonly onChange: (changes: readonly Change[]) => void;
}

const wholeOf = (loop: Loop): LoopAttributes =>
  loopAttributesOf(loop) ?? {
    isSequential: false,
    collection: "",
    elementVariable: personVariable,
    loopCardinality: "",
    completionCondition: "",
  };

/** Whom a task asks that asks several: people, or a field of the record. */
function PeoplePart({
  people,
  names,
  onChange,
}: {
  readonly people: string;
  readonly names: readonly VariableName[];
  readonly onChange: (people: string) => void;
}) {
  const { t } = useTranslation();
  const field = /^\$\{\s*([A-Za-z_]\w*)\s*\}$/u.exec(people)?.[1];
  const [ofField, setOfField] = useState(field !== undefined);
  const ids = listed(people).filter(isId);
  return (
    <>
      <Property
        label={t("modeler.people")}
        render={(id) => (
          <Select
            id={id}
            value={ofField ? "field" : "users"}
            options={(["users", "field"] as const).map((value) => ({ value, label: t(`modeler.peopleOf.${value}`) }))}
            onChange={(value) => {
              setOfField(value === "field");
              onChange("");
            }}
          />
        )}
      />
      {ofField ? (
        <UserField value={field ?? ""} names={names} onChange={(name) => onChange(`\${${name}}`)} />
      ) : (
        <Property
          label={t("modeler.who.user")}
          render={(id) => (
            <Picker id={id} of="user" label={t("modeler.who.user")} value={ids} onChange={(next) => onChange(next.join(","))} />
          )}
        />
      )}
    </>
  );
}

function RawLoop({
  attributes,
  onChange,
}: {
  readonly attributes: LoopAttributes;
  readonly onChange: (attributes: LoopAttributes) => void;
}) {
  const { t } = useTranslation();
  const raw = [
    ["collection", t("modeler.collection")],
    ["elementVariable", t("modeler.item")],
    ["loopCardinality", t("modeler.cardinality")],
    ["completionCondition", t("modeler.completion")],
  ] as const;
  return raw.map(([name, label]) => (
    <TextProperty key={name} isCode label={label} value={attributes[name]} onCommit={(text) => onChange({ ...attributes, [name]: text })} />
  ));
}

export function SeveralPart({ task, names, make, onChange }: TaskPartProps): ReactNode {
  const { t } = useTranslation();
  const loop = loopOf(loopAttributes(task));
  const change = (next: Loop) => {
    const asksOne = next.kind === "once" || next.kind === "other";
    // Each run asks its own person.
    const asks = asksOne ? [] : [changeTask(task, { assignee: `\${${personVariable}}`, candidateUsers: "", candidateGroups: "" })];
    const requested =
      loop.kind !== "once" && next.kind === "once" ? [changeTask(task, { assignee: "", candidateUsers: "", candidateGroups: "" })] : asks;
    onChange([...requested, ...changeLoop(task, loopAttributesOf(next), make)]);
  };
  const choose = (kind: Loop["kind"]) => {
    const common = loop.kind === "once" || loop.kind === "other" ? { isSequential: false, people: "" } : loop;
    if (kind === "once") change({ kind });
    else if (kind === "other") change({ kind, attributes: wholeOf(loop) });
    else if (kind === "share") change({ kind, percent: 60, isSequential: common.isSequential, people: common.people });
    else change({ kind, isSequential: common.isSequential, people: common.people });
  };
  return (
    <>
      <Property
        label={t("modeler.several")}
        render={(id) => (
          <Select
            id={id}
            value={loop.kind}
            options={(["once", "all", "one", "share", "other"] as const).map((value) => ({ value, label: t(`modeler.loop.${value}`) }))}
            onChange={choose}
          />
        )}
      />
      {loop.kind === "other" && <RawLoop attributes={loop.attributes} onChange={(attributes) => change({ kind: "other", attributes })} />}
      {loop.kind !== "once" && loop.kind !== "other" && (
        <>
          <PeoplePart people={loop.people} names={names} onChange={(people) => change({ ...loop, people })} />
          {loop.kind === "share" && (
            <Property
              label={t("modeler.percent")}
              render={(id) => (
                <WholeNumber
                  id={id}
                  min={1}
                  max={100}
                  suffix="%"
                  value={loop.percent}
                  onChange={(percent) => percent !== undefined && change({ ...loop, percent })}
                />
              )}
            />
          )}
          <Property
            label={t("modeler.sequential")}
            render={(id) => <Switch id={id} checked={loop.isSequential} onChange={(isSequential) => change({ ...loop, isSequential })} />}
          />
        </>
      )}
    </>
  );
}
