// Choosing people and groups with the fields that the rest of the application has for them.
import { use, useMemo, type ReactNode } from "react";
import type { ScreenField } from "../../../schema/screen.ts";
import { SearchField } from "../../forms/index.tsx";
import { loadScreen } from "../../data/screen-models/load.ts";

type Picked = "user" | "role" | "post" | "dept";

/** Where there is a field that chooses each. */
const fields: Readonly<Record<Picked, readonly [screen: string, field: string]>> = {
  user: ["dept", "headId"],
  role: ["user", "roleId"],
  post: ["user", "postId"],
  dept: ["user", "deptId"],
};

/** The field, for several of them or for one. What narrows it in its own form is none of the model's. */
function usePicker(picked: Picked, isSeveral: boolean): ScreenField | undefined {
  const [screenName, name] = fields[picked];
  const found = use(loadScreen(screenName))?.fields.find((field) => field.name === name);
  return useMemo(() => {
    if (found?.reference === undefined) return undefined;
    const { within: _within, withinParam: _withinParam, ...reference } = found.reference;
    return { ...found, reference, search: isSeveral ? ("in" as const) : ("equal" as const) };
  }, [found, isSeveral]);
}

interface PickerProps {
  readonly id: string;
  readonly of: Picked;
  readonly label: string;
  readonly isSeveral?: boolean;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

export function Picker({ id, of, label, isSeveral = true, value, onChange }: PickerProps): ReactNode {
  const field = usePicker(of, isSeveral);
  if (field === undefined) return null;
  return (
    <SearchField
      id={id}
      field={field}
      ariaLabel={label}
      value={isSeveral ? value : value[0]}
      onChange={(next) => onChange(next === undefined ? [] : [next].flat())}
    />
  );
}
