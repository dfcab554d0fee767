// The lines of a record that is back with who asked for its approval: the list that the record has on its own screen, writable again.
import { use, useMemo, type ReactNode } from "react";
import { inLanguage } from "../../../schema/text.ts";
import type { Row } from "../../api/wire-data.ts";
import { useLanguage } from "../../i18n/language.ts";
import { loadList } from "../../data/screen-models/load.ts";
import { ChildList } from "../../screens/list/child-list.tsx";
import { ProcessPart } from "./process-page.tsx";

export function EditableLines({ of, row }: { readonly of: string; readonly row: Row }): ReactNode {
  const language = useLanguage();
  const screen = use(loadList(of));
  // The server judges the lines as it did before the request.
  const details = useMemo(() => {
    if (screen?.details === undefined) return undefined;
    const { writableWhen: _pending, ...writable } = screen.details;
    return writable;
  }, [screen]);
  if (screen === undefined || details === undefined || details.resource === screen.name) return null;
  return (
    <ProcessPart title={inLanguage(details.label ?? ["明细", "Lines"], language)}>
      <ChildList master={screen} details={details} row={row} language={language} isPane={false} />
    </ProcessPart>
  );
}
