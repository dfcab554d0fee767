// What a service task calls: an address, with the JSON that it is sent, or people, with what they are told.
import { Select } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { serviceFields, serviceKinds, serviceOf, type ServiceKind } from "../../../process/services.ts";
import type { ModelElement } from "../../../process/model.ts";
import { ConditionInput } from "./condition-input.tsx";
import { changeService, type Change, type MakeElement } from "./model-element.ts";
import { Property, TextProperty } from "./property.tsx";
import type { VariableName } from "./vocabulary.ts";

interface ServicePartProps {
  readonly task: ModelElement;
  readonly names: readonly VariableName[];
  readonly make: MakeElement;
  readonly onChange: (changes: readonly Change[]) => void;
}

/** The body that sends these variables under their own names. */
const bodyOf = (names: readonly string[]): string =>
  names.length === 0 ? "" : JSON.stringify(Object.fromEntries(names.map((name) => [name, `\${${name}}`])));

/** The variables that a body sends under their own names; undefined for any other body. */
function sentBy(body: string): readonly string[] | undefined {
  if (body === "") return [];
  const found = [...body.matchAll(/"([A-Za-z_]\w*)"\s*:\s*"\$\{\1\}"/gu)].map(([, name = ""]) => name);
  return bodyOf(found) === body.replaceAll(/\s/gu, "") ? found : undefined;
}

export function ServicePart({ task, names, make, onChange }: ServicePartProps): ReactNode {
  const { t } = useTranslation();
  const service = serviceOf(task);
  const [chosenKind, setChosenKind] = useState<ServiceKind>();
  const kind = service?.kind ?? chosenKind;
  const fields = service?.fields ?? serviceFields(task);
  const write = (next: ServiceKind, changed: readonly (readonly [string, string])[]) =>
    onChange(changeService(task, { kind: next, fields: new Map([...(next === kind ? fields : []), ...changed]) }, make));
  const value = (name: string): string => fields.get(name) ?? "";
  const sent = sentBy(value("requestBody"));
  return (
    <fieldset className="tm-property-group">
      <legend>{t("modeler.service")}</legend>
      <Property
        label={t("modeler.serviceKind")}
        render={(id) => (
          <Select
            id={id}
            value={kind}
            placeholder={t("modeler.chooseService")}
            options={serviceKinds.map((one) => ({ value: one, label: t(`modeler.services.${one}`) }))}
            onChange={(next) => {
              setChosenKind(next);
              write(next, next === "http" ? [["requestMethod", "POST"]] : []);
            }}
          />
        )}
      />
      {kind === "http" && (
        <>
          <TextProperty
            isCode
            label={t("modeler.requestUrl")}
            help={t("modeler.requestUrlHelp")}
            value={value("requestUrl")}
            onCommit={(url) => write(kind, [["requestUrl", url.trim()]])}
          />
          <Property
            label={t("modeler.requestVariables")}
            render={(id) => (
              <Select
                id={id}
                mode="multiple"
                disabled={sent === undefined}
                value={sent === undefined ? [] : [...sent]}
                options={names.map(({ name }) => ({ value: name, label: name }))}
                onChange={(next: readonly string[]) => write(kind, [["requestBody", bodyOf(next)]])}
              />
            )}
          />
          <TextProperty
            isTall
            isCode
            label={t("modeler.requestBody")}
            help={t("modeler.requestBodyHelp")}
            value={value("requestBody")}
            onCommit={(body) => write(kind, [["requestBody", body]])}
          />
          <TextProperty
            isCode
            label={t("modeler.responseVariable")}
            help={t("modeler.responseVariableHelp")}
            value={value("responseVariableName")}
            onCommit={(name) => write(kind, [["responseVariableName", name]])}
          />
          <TextProperty
            isCode
            label={t("modeler.handledStatuses")}
            help={t("modeler.handledStatusesHelp")}
            value={value("handleStatusCodes")}
            onCommit={(codes) => write(kind, [["handleStatusCodes", codes]])}
          />
        </>
      )}
      {kind === "notice" && (
        <>
          <ConditionInput
            label={t("modeler.noticeTo")}
            help={t("modeler.noticeToHelp")}
            value={value("to")}
            names={names}
            onCommit={(to) => write(kind, [["to", to]])}
          />
          <TextProperty isTall label={t("modeler.noticeText")} value={value("text")} onCommit={(text) => write(kind, [["text", text]])} />
        </>
      )}
    </fieldset>
  );
}
