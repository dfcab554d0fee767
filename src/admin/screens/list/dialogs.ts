// The dialogs of a list, which come with the first of them, or while the person looks at the rows (form-ahead.ts).
import { loadable } from "../../ui/states/loadable.tsx";
import type { ListDialogsProps } from "./list-dialogs.tsx";

export const ListDialogs = loadable<ListDialogsProps>(async () => (await import("./list-dialogs.tsx")).ListDialogs);

/** Loads them with the form of a record. */
export async function loadDialogs(): Promise<void> {
  const [{ RecordDialog }] = await Promise.all([import("./list-dialogs.tsx"), ListDialogs.load()]);
  await RecordDialog.load();
}
