// Texts of the recycle bin and of undoing a removal, in English.
import type { texts as zh } from "./bin.zh.ts";

export const texts: typeof zh = {
  bin: {
    title: "Recycle bin: {{name}}",
    lead: "Removed records can be restored, with the lines that were removed with them. They may be deleted for good after some time.",
    empty: "The recycle bin is empty",
    search: "Find by name",
    searchShown: "Find by what the list shows",
    none: "No removed record has this in its name",
    noneShown: "None of the records removed lately shows this",
    row: "Name",
    time: "Removed",
    person: "By",
    actions: "Actions",
    unnamed: "(name not visible)",
    restore: "Restore",
    restoreRow: "Restore: {{row}}",
    restored: "Restored “{{names}}”",
    purge: "Delete for good",
    purgeRow: "Delete for good: {{row}}",
    purgeConfirm: "Delete “{{names}}” for good?",
    purgeLead: "Records: {{count}}, with their lines. Nothing brings them back afterwards.",
    purged: "Deleted for good",
    close: "Close",
    undo: "Undo",
    undoFor: "“{{names}}” is in the recycle bin. You can undo this for a minute (Ctrl+Z)",
    undoActionFor: "“{{done}}” was done with “{{names}}”. You can undo this for a minute (Ctrl+Z)",
    actionUndone: "“{{done}}” of “{{names}}” is undone",
    undone: "The removal of “{{names}}” is undone",
    undoneInPart: "{{count}} restored. These were not:",
  },
};
