// The pages of records, which come with the first of them, or while the person looks at the rows of a list (browser/loaded-ahead.ts).
import { loadable } from "../../ui/states/loadable.tsx";
import type { NewRecordPageProps } from "./new-record-page.tsx";
import type { RecordPageProps } from "./record-page.tsx";

export const NewRecordPage = loadable<NewRecordPageProps>(async () => (await import("./new-record-page.tsx")).NewRecordPage);
export const RecordPage = loadable<RecordPageProps>(async () => (await import("./record-page.tsx")).RecordPage);
