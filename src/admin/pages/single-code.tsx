// The scans of one code, and below them its whole life.
import { useMemo } from "react";
import { textOf } from "../api/wire-data.ts";
import { CodeLife } from "../codes/relations/code-life.tsx";
import { useListUrlState } from "../screens/list/list-url-state.ts";
import { ScreenList } from "../screens/screen-list.tsx";
import type { HandMadePageProps } from "./page-registry.ts";

/** Default export, because it is loaded lazily. */
export default function SingleCodePage({ screen, rights }: HandMadePageProps) {
  const searched = useMemo(() => screen.fields.filter((field) => field.search !== undefined), [screen]);
  const { query } = useListUrlState(screen.fields, searched);
  const code = textOf(query.filters["code"]);
  return (
    <>
      <ScreenList screen={screen} rights={rights} />
      {code !== "" && <CodeLife key={code} code={code} />}
    </>
  );
}
