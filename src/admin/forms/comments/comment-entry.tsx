// A comment in the timeline of a record: its text with line breaks, people and links; its author edits and removes it.
import { App } from "antd";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Comment } from "./comment-answer.ts";
import { CommentBox } from "./comment-box.tsx";
import { commentDraft, editPlace, forgetCommentDraft } from "./comment-drafts.ts";
import { decodedText, shownParts } from "./mention-text.ts";
import type { CommentSubject } from "./use-comments.ts";

interface CommentEntryProps {
  readonly subject: CommentSubject;
  readonly comment: Comment;
  /** Answers whether the text was written. */
  readonly onEdit: (id: string, text: string) => Promise<boolean>;
  readonly onRemove: (id: string) => void;
}

function CommentText({ comment: { text, mentions } }: Pick<CommentEntryProps, "comment">): ReactNode {
  const parts = useMemo(() => shownParts(text, mentions), [text, mentions]);
  return (
    <p className="tf-comment-text">
      {parts.map((part, index) => {
        if ("mention" in part)
          return (
            <b key={index} className="tf-comment-mention">
              @{part.mention}
            </b>
          );
        if ("link" in part)
          return (
            <a key={index} href={part.link} target="_blank" rel="noopener noreferrer nofollow">
              {part.link}
            </a>
          );
        return part.text;
      })}
    </p>
  );
}

export function CommentEntry({ subject, comment, onEdit, onRemove }: CommentEntryProps): ReactNode {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const edits = useRef<HTMLButtonElement>(null);
  const { id, person, time, editTime, isOwn } = comment;
  // One that was being edited when the comments were read anew, or the page was loaded, is edited still.
  const [isEditing, setEditing] = useState(() => isOwn && commentDraft(editPlace(id)) !== undefined);
  const initial = useMemo(() => decodedText(comment.text, comment.mentions), [comment]);
  const end = () => {
    forgetCommentDraft(editPlace(id));
    setEditing(false);
    // The box that had the focus is gone.
    requestAnimationFrame(() => edits.current?.focus());
  };
  const remove = async () => {
    const isSure = await modal.confirm({
      title: t("comments.removeAsk"),
      okText: t("comments.remove"),
      cancelText: t("comments.cancel"),
      okButtonProps: { danger: true },
      autoFocusButton: "cancel",
    });
    if (isSure) onRemove(id);
  };
  return (
    <li className="tf-history-entry tf-comment" data-comment={id}>
      <div className="tf-history-head">
        <b>{person}</b> <span>{t("comments.said")}</span>
        <time dateTime={time.replace(" ", "T")}>{time}</time>
        {editTime !== "" && (
          <span className="tm-soft" title={t("comments.editedAt", { time: editTime })}>
            {t("comments.edited")}
          </span>
        )}
        {isOwn && !isEditing && (
          <span className="tf-comment-actions">
            <button
              ref={edits}
              type="button"
              className="tf-icon-button"
              aria-label={t("comments.editOf", { time })}
              title={t("comments.edit")}
              onClick={() => setEditing(true)}
            >
              <Icon name="edit" />
            </button>
            <button
              type="button"
              className="tf-icon-button"
              aria-label={t("comments.removeOf", { time })}
              title={t("comments.remove")}
              onClick={() => void remove()}
            >
              <Icon name="delete" />
            </button>
          </span>
        )}
      </div>
      {isEditing ? (
        <CommentBox
          subject={subject}
          label={t("comments.editOf", { time })}
          sendLabel={t("comments.save")}
          edited={id}
          initialText={initial.text}
          initialMentioned={initial.mentioned}
          onSend={async (text) => {
            const isWritten = await onEdit(id, text);
            if (isWritten) end();
            return isWritten;
          }}
          onCancel={end}
        />
      ) : (
        <CommentText comment={comment} />
      )}
    </li>
  );
}
