// The choices of a reference while its list is open: searched on the server, narrowed by the record around.
import { isRecord, textOf } from "../../api/index.ts";
import { useChoiceList, type ChoiceList } from "../../data/queries/choice-lists.ts";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import type { ScreenReference } from "#schema/screen";
import { useFieldScope } from "./field-scope.ts";
import { useStored } from "./value-store.ts";

/** Values of the record around on which the choice depends, as one text, so that a change of another field changes nothing here. */
function useDependence(reference: ScreenReference): string {
  const { values } = useFieldScope();
  const names = Object.values(reference.filter ?? {}).flatMap((wanted) => (isRecord(wanted) ? [textOf(wanted["field"])] : []));
  return useStored(values, (record) =>
    JSON.stringify([reference.within === undefined ? "" : record[reference.within], ...names.map((name) => record[name])]),
  );
}

/** @param isWanted the list is open, or about to be */
export function useChoices(reference: ScreenReference, search: string, isWanted: boolean): ChoiceList {
  const { values } = useFieldScope();
  // Renders again when one of those values changes.
  useDependence(reference);
  const record = values.get();
  const sent = usePaused(search);
  const choices = useChoiceList(
    reference,
    { search: sent, within: reference.within === undefined ? null : textOf(record[reference.within]), record },
    isWanted,
  );
  return { ...choices, isLoading: choices.isLoading || (isWanted && sent !== search) };
}
