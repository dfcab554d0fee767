// Whom a task asks, and how many of them.
import { Select } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { assignmentOf, attributesOf, type Assignment } from "../../../process/assignment.ts";
import { loopOf } from "../../../process/loops.ts";
import type { ModelElement } from "../../../process/model.ts";
import { changeTask, loopAttributes, taskAttributes } from "./model-element.ts";
import { Picker } from "./pickers.tsx";
import { Property, TextProperty } from "./property.tsx";
import { SeveralPart, type TaskPartProps } from "./several-part.tsx";
import { UserField } from "./user-field.tsx";

const kinds = ["starter", "user", "role", "post", "dept", "named", "head", "field", "other"] as const;
type Kind = (typeof kinds)[number];

/** A kind with nothing chosen yet. */
function initialAssignment(kind: Kind, task: ModelElement): Assignment {
  if (kind === "starter" || kind === "head") return { kind };
  if (kind === "field") return { kind, name: "" };
  if (kind === "named") return { kind, of: "role", names: [] };
  return kind === "other" ? { kind, attributes: taskAttributes(task) } : { kind, ids: [] };
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

export function AssignmentPart({ task, names, make, onChange }: TaskPartProps): ReactNode {
  const { t } = useTranslation();
  const written = assignmentOf(taskAttributes(task));
  const loop = loopOf(loopAttributes(task));
  // What is chosen and still empty is nothing in the model; the panel is made anew for another task.
  const [begins, setBegins] = useState<Kind>();
  const assignment =
    written.kind === "nobody" && begins !== undefined
      ? initialAssignment(begins, task)
      : begins === "other"
        ? initialAssignment("other", task)
        : written;
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
                  if (kind !== "other") give(initialAssignment(kind, task));
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
