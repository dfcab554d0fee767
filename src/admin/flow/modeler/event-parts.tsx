// The properties of events: when a timer goes off, and the message or error that an event or a task refers to.
import { Select } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ConditionInput } from "./condition-input.tsx";
import { changeReferred, changeTimer, definitionOf, referredName, timerOf, type Referred } from "./model-element.ts";
import type { PartProps } from "./panel-props.ts";
import { Property, TextProperty } from "./property.tsx";

export function TimerPart({ board, model, names, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  const definition = definitionOf(model);
  const [chosen, setChosen] = useState<"timeDuration" | "timeDate" | "timeCycle">();
  if (definition?.$type !== "bpmn:TimerEventDefinition") return null;
  const timer = timerOf(definition);
  const kind = timer.text === "" ? (chosen ?? timer.kind) : timer.kind;
  return (
    <>
      <Property
        label={t("modeler.timer")}
        render={(id) => (
          <Select
            id={id}
            value={kind}
            options={(["timeDuration", "timeDate", "timeCycle"] as const).map((value) => ({
              value,
              label: t(`modeler.timerKind.${value}`),
            }))}
            onChange={(next) => {
              setChosen(next);
              if (timer.text !== "") onChange([changeTimer(definition, { kind: next, text: timer.text }, board.make)]);
            }}
          />
        )}
      />
      <ConditionInput
        label={t(`modeler.timerKind.${kind}`)}
        help={t(`modeler.timerHelp.${kind}`)}
        value={timer.text}
        names={names}
        onCommit={(text) => onChange([changeTimer(definition, { kind, text }, board.make)])}
      />
    </>
  );
}

const message: Referred = { type: "bpmn:Message", property: "messageRef" };
const failure: Referred = { type: "bpmn:Error", property: "errorRef" };

/** What an event or a task refers to by a name. */
export function ReferredPart({ board, model, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  const definition = definitionOf(model);
  const holder = model.$type === "bpmn:ReceiveTask" ? model : definition;
  const root = board.root();
  if (holder === undefined || root === undefined) return null;
  const isError = holder.$type === "bpmn:ErrorEventDefinition";
  if (!isError && holder !== model && holder.$type !== "bpmn:MessageEventDefinition") return null;
  const referred = isError ? failure : message;
  return (
    <TextProperty
      label={t(isError ? "modeler.errorCode" : "modeler.message")}
      isCode={isError}
      value={referredName(holder, referred)}
      onCommit={(name) => onChange(changeReferred({ root, element: holder }, referred, name, board.make))}
    />
  );
}
