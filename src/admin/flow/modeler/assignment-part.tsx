// Whom a task asks, and how many of them.
import { Select, Switch } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { assignmentOf, attributesOf, type Assignment } from "../../../process/assignment.ts";
import { loopAttributesOf, loopOf, personVariable, type Loop, type LoopAttributes } from "../../../process/loops.ts";
import type { ModelElement } from "../../../process/model.ts";
import { isId, listed } from "../../../process/people.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useLanguage } from "../../i18n/language.ts";
import { WholeNumber } from "../../inputs/whole-number.tsx";
import { changeLoop, changeTask, loopAttributes, taskAttributes, type Change, type MakeElement } from "./model-element.ts";
import { Picker } from "./pickers.tsx";
import { Property, TextProperty } from "./property.tsx";
import type { KnownName } from "./vocabulary.ts";

interface PartProps {
  readonly task: ModelElement;
  readonly names: readonly KnownName[];
  readonly make: MakeElement;
  readonly onChange: (changes: readonly Change[]) => void;
}

const kinds = ["starter", "user", "role", "post", "dept", "named", "head", "field", "other"] as const;
type Kind = (typeof kinds)[number];

/** A kind with nothing chosen yet. */
function begun(kind: Kind, task: ModelElement): Assignment {
  if (kind === "starter" || kind === "head") return { kind };
  if (kind === "field") return { kind, name: "" };
  if (kind === "named") return { kind, of: "role", names: [] };
  return kind === "other" ? { kind, attributes: taskAttributes(task) } : { kind, ids: [] };
}

function UserField({
  value,
  names,
  onChange,
}: {
  readonly value: string;
  readonly names: readonly KnownName[];
  readonly onChange: (name: string) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const users = names.filter(({ isUser, name }) => isUser || name === value);
  return (
    <Property
      label={t("modeler.userField")}
      render={(id) => (
        <Select
          id={id}
          value={value === "" ? undefined : value}
          options={users.map(({ name, label, of }) => ({
            value: name,
            label: `${inLanguage(label, language)}${of === undefined ? "" : ` · ${inLanguage(of, language)}`}`,
          }))}
          onChange={onChange}
        />
      )}
    />
  );
}

type Named = Extract<Assignment, { readonly kind: "named" }>;

/** Groups that every tenant has of its own, by their names. */
function NamedGroups({ assignment, onChange }: { readonly assignment: Named; readonly onChange: (next: Named) => void }) {
  const { t } = useTranslation();
  // A kind without names is nothing in the model yet.
  const [of, setOf] = useState(assignment.of);
  return (
    <>
      <Property
        label={t("modeler.namedOf")}
        render={(id) => (
          <Select
            id={id}
            value={of}
            options={(["role", "post", "dept"] as const).map((value) => ({ value, label: t(`modeler.namedKind.${value}`) }))}
            onChange={(next) => {
              setOf(next);
              onChange({ ...assignment, of: next });
            }}
          />
        )}
      />
      <Property
        label={t("modeler.groupNames")}
        render={(id) => (
          <Select
            id={id}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[",", "，", "、"]}
            value={[...assignment.names]}
            onChange={(names: readonly string[]) =>
              onChange({
                kind: "named",
                of,
                names: names.map((name) => name.replaceAll(/[:${}]/gu, "").trim()).filter((name) => name !== ""),
              })
            }
          />
        )}
      />
      <small className="tm-soft">{t("modeler.namedHelp")}</small>
    </>
  );
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
  readonly names: readonly KnownName[];
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

function SeveralPart({ task, names, make, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  const loop = loopOf(loopAttributes(task));
  const change = (next: Loop) => {
    const asksOne = next.kind === "once" || next.kind === "other";
    // Each run asks its own person.
    const asks = asksOne ? [] : [changeTask(task, { assignee: `\${${personVariable}}`, candidateUsers: "", candidateGroups: "" })];
    const asked =
      loop.kind !== "once" && next.kind === "once" ? [changeTask(task, { assignee: "", candidateUsers: "", candidateGroups: "" })] : asks;
    onChange([...asked, ...changeLoop(task, loopAttributesOf(next), make)]);
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

export function AssignmentPart({ task, names, make, onChange }: PartProps): ReactNode {
  const { t } = useTranslation();
  const written = assignmentOf(taskAttributes(task));
  const loop = loopOf(loopAttributes(task));
  // What is chosen and still empty is nothing in the model; the panel is made anew for another task.
  const [begins, setBegins] = useState<Kind>();
  const assignment =
    written.kind === "nobody" && begins !== undefined ? begun(begins, task) : begins === "other" ? begun("other", task) : written;
  const give = (next: Assignment) => onChange([changeTask(task, attributesOf(next))]);
  const asksSeveral = loop.kind !== "once" && loop.kind !== "other";
  return (
    <fieldset className="tm-property-group">
      <legend>{t("modeler.assignment")}</legend>
      <SeveralPart task={task} names={names} make={make} onChange={onChange} />
      {!asksSeveral && (
        <>
          <Property
            label={t("modeler.people")}
            render={(id) => (
              <Select
                id={id}
                value={assignment.kind === "nobody" ? undefined : assignment.kind}
                placeholder={t("modeler.who.nobody")}
                options={kinds.map((value) => ({ value, label: t(`modeler.who.${value}`) }))}
                onChange={(kind) => {
                  setBegins(kind);
                  if (kind !== "other") give(begun(kind, task));
                }}
              />
            )}
          />
          {assignment.kind === "field" && (
            <UserField value={assignment.name} names={names} onChange={(name) => give({ kind: "field", name })} />
          )}
          {"ids" in assignment && (
            <Property
              label={t(`modeler.who.${assignment.kind}`)}
              render={(id) => (
                <Picker
                  id={id}
                  of={assignment.kind}
                  label={t(`modeler.who.${assignment.kind}`)}
                  value={assignment.ids}
                  onChange={(ids) => give({ kind: assignment.kind, ids })}
                />
              )}
            />
          )}
          {assignment.kind === "named" && <NamedGroups key={assignment.of} assignment={assignment} onChange={give} />}
          {assignment.kind === "other" &&
            (["assignee", "candidateUsers", "candidateGroups"] as const).map((name) => (
              <TextProperty
                key={name}
                isCode
                label={t(`modeler.${name}`)}
                value={assignment.attributes[name]}
                onCommit={(text) => onChange([changeTask(task, { [name]: text })])}
              />
            ))}
        </>
      )}
    </fieldset>
  );
}
