// All elements of a drawing by their names, for those who do not look for them in it.
import { Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { memberText } from "../../../process/members.ts";
import { scopesOf } from "../../../process/model.ts";
import type { Board } from "./board.ts";

export function ElementChooser({ board }: { readonly board: Board }): ReactNode {
  const { t } = useTranslation();
  const root = board.root();
  const process = board.process();
  if (root === undefined || process === undefined) return null;
  const elements = scopesOf({ root, context: undefined }).flatMap(({ nodes, flows }) => [...nodes, ...flows.map(({ element }) => element)]);
  return (
    <Select
      className="tm-element-chooser"
      aria-label={t("modeler.elements")}
      showSearch
      optionFilterProp="label"
      value={board.selected()?.id ?? process.id}
      options={[
        { value: process.id, label: memberText(process.model, "name") || process.id },
        ...elements.map((element) => ({ value: element.id ?? "", label: memberText(element, "name") || (element.id ?? "") })),
      ]}
      onChange={(id: string) => board.select(id)}
    />
  );
}
