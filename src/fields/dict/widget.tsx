// An entry of a dictionary, from the server.
import { useMemo, type ReactNode } from "react";
import { useDictionaryRead } from "../../admin/data/queries/dictionary.ts";
import { labelsOfRecord } from "../../admin/inputs/values/choice-labels.ts";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { OptionInput } from "../../admin/inputs/option-input.tsx";

export function Widget(props: WidgetProps): ReactNode {
  const { field } = props;
  const { record } = useFieldScope();
  const { entries, failure, retry } = useDictionaryRead(field.dictionary, field.business === true);
  const options = useMemo(() => {
    if (entries !== undefined) return entries;
    // Until the entries are there, the label that came with the record is shown.
    return [...labelsOfRecord(field, record)].map(([value, label]) => ({ value, label }));
  }, [entries, field, record]);
  return (
    <OptionInput
      {...props}
      options={options}
      isLoading={entries === undefined && failure === undefined}
      unread={failure && { failure, retry }}
    />
  );
}
