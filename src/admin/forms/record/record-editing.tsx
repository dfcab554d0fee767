// A record that is edited in its place on a page: its form, and the question before its input is lost.
import { useMemo, useState, type ReactNode } from "react";
import type { Screen } from "#schema/screen";
import type { Row } from "../../api/index.ts";
import { RouteGuard } from "../dialogs/route-guard.tsx";
import { useDirtyGuard, useUnsavedGuard } from "../dialogs/unsaved-guard.ts";
import { formOf, type FormValues } from "../../inputs/values/form-definition.ts";
import { RecordEditor } from "./record-editor.tsx";

export interface RecordEditingProps {
  readonly screen: Screen;
  /** As it was when its form was opened: what others change meanwhile is compared when it is saved. */
  readonly record: Row;
  readonly isAdministrator: boolean;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const nothing: FormValues = {};

export function RecordEditing({ screen, record, isAdministrator, onSaved, onCancel }: RecordEditingProps): ReactNode {
  const [opened] = useState(record);
  const form = useMemo(
    () => formOf(screen, "edit", { isAdministrator, preset: nothing, record: opened }),
    [screen, isAdministrator, opened],
  );
  const guard = useDirtyGuard();
  const { ask, mayClose } = useUnsavedGuard(guard);
  const cancel = async () => {
    if (await mayClose()) onCancel();
  };
  return (
    <>
      <RouteGuard guard={guard} ask={ask} />
      <RecordEditor
        screen={screen}
        form={form}
        loaded={opened}
        preset={nothing}
        guard={guard}
        onSaved={onSaved}
        onCancel={() => void cancel()}
      />
    </>
  );
}
