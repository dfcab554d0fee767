// Whether a record is opened because of a comment, as notices of comments lead to it.
import { openedForComments } from "../../../schema/comments.ts";

/** Read off the address when the record opens: the dialog over a list and the page of a record have it alike. */
export const isForComments = (): boolean => new URLSearchParams(location.search).get("act") === openedForComments;
