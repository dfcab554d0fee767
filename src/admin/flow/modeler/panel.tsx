// The properties of the selected element, or of the process. Made of the application's own inputs: bpmn-js-properties-panel would add 70 KB
// (gzip) of Preact, FEEL and code editor, in another look, without our pickers of people.
import { Select, Switch } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { memberText } from "../../../process/members.ts";
import { elementAt } from "../../../process/model.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useLanguage } from "../../i18n/language.ts";
import { AssignmentPart } from "./assignment-part.tsx";
import { typeName } from "./bpmn-words.ts";
import { ConditionInput } from "./condition-input.tsx";
import { ReferredPart, TimerPart } from "./event-parts.tsx";
import { bodyOf, changeAttribute, changeCondition } from "./model-element.ts";
import type { PanelProps, PartProps } from "./panel-props.ts";
import { Property, TextProperty } from "./property.tsx";
import { ServicePart } from "./service-part.tsx";
import { categoriesOf } from "./vocabulary.ts";

function IdentityPart({ board, drawn, model, refusedKey }: PartProps): ReactNode {
  const { t } = useTranslation();
  const [isWrong, setWrong] = useState(false);
  return (
    <>
      <TextProperty label={t("modeler.name")} value={memberText(model, "name")} onCommit={(name) => board.rename(drawn.id, name.trim())} />
      <TextProperty
        isCode
        label={t("modeler.key")}
        value={drawn.id}
        problem={
          isWrong ? t("modeler.keyWrong") : model.$type === "bpmn:Process" && refusedKey?.key === drawn.id ? refusedKey.sentence : ""
        }
        onCommit={(key) => setWrong(!board.identify(drawn.id, key.trim()))}
      />
    </>
  );
}

function FlowPart({ board, model, names, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  const source = elementAt(model, "sourceRef");
  const isDefault = elementAt(source, "default") === model;
  const decides = source?.$type === "bpmn:ExclusiveGateway" || source?.$type === "bpmn:InclusiveGateway";
  return (
    <>
      {decides && source !== undefined && (
        <Property
          label={t("modeler.isDefault")}
          render={(id) => (
            <Switch
              id={id}
              checked={isDefault}
              onChange={(next) =>
                onChange([
                  { element: source, properties: { default: next ? model : undefined } },
                  ...(next ? [changeCondition(model, "", board.make)] : []),
                ])
              }
            />
          )}
        />
      )}
      {!isDefault && (
        <ConditionInput
          label={t("modeler.condition")}
          help={t("modeler.conditionHelp")}
          value={bodyOf(model, "conditionExpression")}
          names={names}
          onCommit={(text) => onChange([changeCondition(model, text, board.make)])}
        />
      )}
    </>
  );
}

function CallPart({ model, vocabulary, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  const value = memberText(model, "calledElement");
  return (
    <Property
      label={t("modeler.called")}
      render={(id) => (
        <Select
          id={id}
          showSearch
          value={value === "" ? undefined : value}
          options={[...vocabulary.options.processKeys].map((name) => ({ value: name, label: name }))}
          onChange={(name) => onChange([{ element: model, properties: { calledElement: name } }])}
        />
      )}
    />
  );
}

function ScriptPart({ model, names, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <ConditionInput
        isBare
        isTall
        label={t("modeler.script")}
        value={memberText(model, "script")}
        names={names}
        onCommit={(script) => onChange([{ element: model, properties: { script: script.trim() === "" ? undefined : script } }])}
      />
      <TextProperty
        isCode
        label={t("modeler.result")}
        value={memberText(model, "resultVariable")}
        onCommit={(name) => onChange([changeAttribute(model, "resultVariable", name)])}
      />
    </>
  );
}

function TaskPart(props: PartProps): ReactNode {
  const { t } = useTranslation();
  const { model, names, board, onChange } = props;
  return (
    <>
      <AssignmentPart key={props.drawn.id} task={model} names={names} make={board.make} onChange={onChange} />
      <TextProperty
        isCode
        label={t("modeler.formKey")}
        value={memberText(model, "formKey")}
        onCommit={(key) => onChange([changeAttribute(model, "formKey", key)])}
      />
      <ConditionInput
        label={t("modeler.due")}
        help={t("modeler.dueHelp")}
        value={memberText(model, "dueDate")}
        names={names}
        onCommit={(due) => onChange([changeAttribute(model, "dueDate", due)])}
      />
    </>
  );
}

/** Connects by keyboard what the pointer connects by drawing. */
function ConnectPart({ board, drawn, model }: PartProps): ReactNode {
  const { t } = useTranslation();
  if (model.$type === "bpmn:EndEvent" || model.$type === "bpmn:Process") return null;
  const targets = board.targetsOf(drawn.id);
  return (
    <Property
      label={t("modeler.connectTo")}
      render={(id) => (
        <Select
          id={id}
          showSearch
          optionFilterProp="label"
          value={undefined}
          placeholder={t("modeler.chooseElement")}
          options={targets.map(({ id: value, model: target }) => ({ value, label: memberText(target, "name") || value }))}
          onChange={(to: string) => board.connect(drawn.id, to)}
        />
      )}
    />
  );
}

/** What the process is for: its expressions read the fields of those records. */
function CategoryPart({ model, vocabulary, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const value = memberText(model, "category");
  const separator = t("process.separator");
  return (
    <Property
      label={t("modeler.category")}
      render={(id) => (
        <Select
          id={id}
          allowClear
          value={value === "" ? undefined : value}
          placeholder={t("modeler.anyCategory")}
          options={categoriesOf(vocabulary).map(({ category, of }) => ({
            value: category,
            label: of.map((label) => inLanguage(label, language)).join(separator),
          }))}
          onChange={(next: string | undefined) => onChange([changeAttribute(model, "category", next ?? "")])}
        />
      )}
    />
  );
}

const parts: Readonly<Record<string, (props: PartProps) => ReactNode>> = {
  "bpmn:Process": (props) => <CategoryPart {...props} />,
  "bpmn:SequenceFlow": (props) => <FlowPart {...props} />,
  "bpmn:UserTask": (props) => <TaskPart {...props} />,
  "bpmn:ScriptTask": (props) => <ScriptPart {...props} />,
  "bpmn:ServiceTask": ({ drawn, ...props }) => (
    <ServicePart key={drawn.id} task={props.model} make={props.board.make} names={props.names} onChange={props.onChange} />
  ),
  "bpmn:SendTask": ({ drawn, ...props }) => (
    <ServicePart key={drawn.id} task={props.model} make={props.board.make} names={props.names} onChange={props.onChange} />
  ),
  "bpmn:CallActivity": (props) => <CallPart {...props} />,
  "bpmn:ReceiveTask": (props) => <ReferredPart {...props} />,
};

export function Panel(props: PanelProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const { board, drawn } = props;
  const { model } = drawn;
  const whole: PartProps = { ...props, model, onChange: (changes) => board.change(drawn.id, changes) };
  const isFlow = model.$type === "bpmn:SequenceFlow";
  const isEvent = model.$type.endsWith("Event");
  return (
    <div className="tm-properties" role="group" aria-label={t("modeler.properties")}>
      <p className="tm-soft">{model.$type === "bpmn:Process" ? t("modeler.process") : typeName(model.$type, language)}</p>
      <IdentityPart {...whole} />
      {parts[model.$type]?.(whole)}
      {isEvent && (
        <>
          <TimerPart {...whole} />
          <ReferredPart {...whole} />
        </>
      )}
      {!isFlow && <ConnectPart {...whole} />}
    </div>
  );
}
