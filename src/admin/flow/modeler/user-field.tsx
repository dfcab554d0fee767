// A field of the record that holds people, chosen by its label.
import { Select } from "antd";
import { useTranslation } from "../../i18n/use-translation.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Property } from "./property.tsx";
import type { VariableName } from "./vocabulary.ts";

export function UserField({
  value,
  names,
  onChange,
}: {
  readonly value: string;
  readonly names: readonly VariableName[];
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
