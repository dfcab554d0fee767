// Texts of the saved views of lists, in English.
import type { texts as zh } from "./views.zh.ts";

export const texts: typeof zh = {
  views: {
    title: "Views of the list",
    default: "Default",
    shared: "Shared",
    save: "Save changes",
    add: "Save as a new view",
    reset: "Discard changes",
    rename: "Rename",
    share: "Share",
    link: "Copy link",
    remove: "Delete view",
    renameTitle: "Rename the view “{{name}}”",
    name: "Name",
    nameMissing: "Please enter a name for the view",
    opensWith: "This list opens with it",
    cancel: "Cancel",
    confirm: "OK",
    saved: "View “{{name}}” saved",
    linkCopied: "Link copied: whoever may use the view can open it",
    missing: "The view of this link does not exist, or was not shared with you. You see the default list.",
    withoutView: "OK",
    leftOut: "Fields of the view that you may not see were left out: {{names}}.",
    comma: ", ",
  },
};
