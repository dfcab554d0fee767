// The choices of a reference while its list is open: searched on the server, narrowed by the record around.
import { useEffect, useState } from "react";
import { choices, failureOf, isRecord, textOf, type ApiFailure, type Choice } from "../../api/index.ts";
import type { ScreenReference } from "#schema/screen";
import { rememberLabels } from "./choice-labels.ts";
import { useFieldScope } from "./field-scope.ts";
import { useStored } from "./value-store.ts";

export interface Choices {
  readonly list: readonly Choice[];
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
  /** Asks again. */
  readonly retry: () => void;
}

/** Milliseconds after the last key press at which a search is sent. */
const pause = 250;

/** Values of the record around on which the choice depends, as one text, so that a change of another field changes nothing here. */
function useDependence(reference: ScreenReference): string {
  const { values } = useFieldScope();
  const names = Object.values(reference.filter ?? {}).flatMap((wanted) => (isRecord(wanted) ? [textOf(wanted["field"])] : []));
  return useStored(values, (record) => JSON.stringify([reference.within === undefined ? "" : record[reference.within], ...names.map((name) => record[name])]));
}

/** @param isWanted the list is open, or about to be */
export function useChoices(reference: ScreenReference, search: string, isWanted: boolean): Choices {
  const { values } = useFieldScope();
  const dependence = useDependence(reference);
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ readonly key: string; readonly dependence: string; readonly list: readonly Choice[]; readonly failure?: ApiFailure }>({ key: "", dependence: "", list: [] });
  const key = `${dependence} ${search} ${attempt}`;
  const isKnown = result.key === key;
  useEffect(() => {
    if (!isWanted || isKnown) return undefined;
    let isCurrent = true;
    const ask = () => {
      const record = values.get();
      const within = reference.within === undefined ? undefined : textOf(record[reference.within]);
      choices(reference, { search, within, record }).then(
        (list) => {
          rememberLabels(reference, list);
          if (isCurrent) setResult({ key, dependence, list });
        },
        (error: unknown) => {
          if (isCurrent) setResult({ key, dependence, list: [], failure: failureOf(error) });
        },
      );
    };
    const timer = setTimeout(ask, search === "" ? 0 : pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [reference, search, dependence, key, isKnown, isWanted, values]);
  // While a search is under way the last choices stay; those of another factory, say, do not.
  return { list: result.dependence === dependence ? result.list : [], isLoading: isWanted && !isKnown, failure: isKnown ? result.failure : undefined, retry: () => setAttempt(attempt + 1) };
}
