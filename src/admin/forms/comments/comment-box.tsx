// The box in which a comment is written or edited: Ctrl+Enter sends it, @ offers people, and a text that was not sent stays.
import { Button, Input, type GetRef } from "antd";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { maxCommentLength } from "../../../schema/comments.ts";
import { useRead } from "../../data/queries/reads.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import { peopleIn, type Person } from "./comment-answer.ts";
import { commentDraft, editPlace, forgetCommentDraft, keepCommentDraft, newCommentPlace } from "./comment-drafts.ts";
import { MentionList, optionId } from "./mention-list.tsx";
import { encodedText, typedMention, withMention, type Mentioned } from "./mention-text.ts";
import { subjectQuery, type CommentSubject } from "./use-comments.ts";

const nobody: readonly Person[] = [];
const noMentions: Mentioned = new Map();
/** From here on the box says how much room is left. */
const tightLength = maxCommentLength * 0.9;

interface CommentBoxProps {
  readonly subject: CommentSubject;
  readonly label: string;
  readonly sendLabel: string;
  /** The comment that is edited; a new one otherwise. */
  readonly edited?: string;
  readonly initialText?: string;
  readonly initialMentioned?: Mentioned;
  /** Answers whether the text was written; otherwise it stays. */
  readonly onSend: (text: string) => Promise<boolean>;
  /** Of a comment that is edited; Esc does the same. */
  readonly onCancel?: () => void;
}

export function CommentBox(props: CommentBoxProps): ReactNode {
  const { subject, label, sendLabel, edited, initialText = "", initialMentioned = noMentions, onSend, onCancel } = props;
  const { t } = useTranslation();
  const listId = useId();
  const hintId = useId();
  const box = useRef<GetRef<typeof Input.TextArea>>(null);
  const draft = edited === undefined ? newCommentPlace(subject) : editPlace(edited);
  const [text, setText] = useState(() => commentDraft(draft)?.text ?? initialText);
  const [mentioned, setMentioned] = useState(() => commentDraft(draft)?.mentioned ?? initialMentioned);
  // A dialog that is closed, another page, or comments that are read anew are no reason to lose it.
  useEffect(() => {
    if (text.trim() === "" || text === initialText) forgetCommentDraft(draft);
    else keepCommentDraft(draft, { text, mentioned });
  }, [draft, text, mentioned, initialText]);
  const [caret, setCaret] = useState(-1);
  const [chosen, setChosen] = useState(0);
  /** The place of an @ for which somebody wants no people. */
  const [dismissed, setDismissed] = useState(-1);
  const [isBusy, setBusy] = useState(false);
  const mention = typedMention(text, caret);
  const typed = mention?.start === dismissed ? undefined : mention;
  const isTyping = typed !== undefined;
  const name = typed?.name ?? "";
  const asked = usePaused(name);
  const query = useMemo(() => ({ ...subjectQuery(subject), name: asked }), [subject, asked]);
  const { value, isPrevious } = useRead({ path: "/blade-desk/record-comment/people", query }, peopleIn, {
    isOn: isTyping && asked === name,
    staleTime: 60_000,
    keepsPrevious: true,
  });
  const people = useMemo(() => {
    if (!isTyping || value === undefined) return nobody;
    // Until there is an answer to what is typed now, those of the answer before who still match.
    return isPrevious || asked !== name ? value.filter((one) => one.name.includes(name) || one.account.includes(name)) : value;
  }, [isTyping, value, isPrevious, asked, name]);
  const at = Math.min(chosen, Math.max(0, people.length - 1));
  const sent = encodedText(text, mentioned);
  const isTooLong = sent.length > maxCommentLength;

  const isEdit = onCancel !== undefined;
  // Whoever edits goes on behind what is there.
  useEffect(() => {
    const area = box.current?.resizableTextArea?.textArea;
    if (!isEdit || area === undefined) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [isEdit]);

  /** The caret decides whether a name is being typed. */
  const follow = () => setCaret(box.current?.resizableTextArea?.textArea.selectionStart ?? -1);
  const choose = (person: Person) => {
    if (typed === undefined) return;
    const next = withMention(text, typed, person, mentioned);
    setText(next.text);
    setMentioned(next.mentioned);
    setCaret(-1);
    setChosen(0);
    const area = box.current?.resizableTextArea?.textArea;
    // Once the text is drawn.
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(next.caret, next.caret);
    });
  };
  const send = async () => {
    if (sent === "" || isTooLong || isBusy) return;
    setBusy(true);
    try {
      if (!(await onSend(sent))) return;
      // Before an edited comment is drawn as a text again.
      if (edited !== undefined) forgetCommentDraft(draft);
      // What was typed meanwhile is the next one.
      setText((latest) => (latest === text ? "" : latest));
      setMentioned((latest) => (latest === mentioned ? noMentions : latest));
      setCaret(-1);
    } finally {
      setBusy(false);
    }
  };
  const keyDown = (event: KeyboardEvent) => {
    // An Enter that ends the choice of characters of an input method means those.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
      return;
    }
    const person = people[at];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (person !== undefined && step !== undefined) setChosen((at + step + people.length) % people.length);
    else if (person !== undefined && (event.key === "Enter" || event.key === "Tab")) choose(person);
    else if (event.key === "Escape" && typed !== undefined) setDismissed(typed.start);
    else if (event.key === "Escape" && onCancel !== undefined) onCancel();
    else return;
    event.preventDefault();
    // A dialog around it stays open.
    event.stopPropagation();
  };
  return (
    <div className="tf-comment-box">
      <Input.TextArea
        ref={box}
        value={text}
        rows={2}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={isTooLong}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(people.length > 0 ? { "aria-controls": listId, "aria-activedescendant": optionId(listId, at) } : {})}
        placeholder={t("comments.placeholder")}
        onChange={(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionStart);
          setChosen(0);
          if (typedMention(event.target.value, event.target.selectionStart)?.start !== dismissed) setDismissed(-1);
        }}
        onSelect={follow}
        onBlur={() => setCaret(-1)}
        onKeyDown={keyDown}
      />
      {people.length > 0 && <MentionList id={listId} people={people} at={at} onChoose={choose} />}
      <div className="tf-comment-foot">
        <small id={hintId} className={isTooLong ? "tf-comment-over" : "tm-soft"} role={sent.length > tightLength ? "status" : undefined}>
          {isTooLong
            ? t("comments.tooLong", { max: maxCommentLength, over: sent.length - maxCommentLength })
            : sent.length > tightLength
              ? t("comments.left", { count: maxCommentLength - sent.length })
              : t("comments.sendHint")}
        </small>
        {onCancel !== undefined && (
          <Button size="small" onClick={onCancel}>
            {t("comments.cancel")}
          </Button>
        )}
        <Button size="small" type="primary" loading={isBusy} disabled={sent === "" || isTooLong} onClick={() => void send()}>
          {sendLabel}
        </Button>
      </div>
    </div>
  );
}
