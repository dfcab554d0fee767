// The box in which a comment is written or edited: Ctrl+Enter sends it, @ offers people, and a text that was not sent stays.
import { Button, Input, type GetRef } from "antd";
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { maxCommentLength } from "../../../schema/comments.ts";
import { useRead } from "../../data/queries/reads.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import { peopleIn, type Person } from "./comment-answer.ts";
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
  readonly initialText?: string;
  readonly initialMentioned?: Mentioned;
  /** Answers whether the text was written; otherwise it stays. */
  readonly onSend: (text: string) => Promise<boolean>;
  /** Of a comment that is edited; Esc does the same. */
  readonly onCancel?: () => void;
}

export function CommentBox(props: CommentBoxProps): ReactNode {
  const { subject, label, sendLabel, initialText = "", initialMentioned = noMentions, onSend, onCancel } = props;
  const { t } = useTranslation();
  const listId = useId();
  const hintId = useId();
  const box = useRef<GetRef<typeof Input.TextArea>>(null);
  const [text, setText] = useState(initialText);
  const [mentioned, setMentioned] = useState(initialMentioned);
  const [caret, setCaret] = useState(-1);
  const [chosen, setChosen] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const typed = typedMention(text, caret);
  const name = typed?.name ?? "";
  const asked = usePaused(name);
  const query = useMemo(() => ({ ...subjectQuery(subject), name: asked }), [subject, asked]);
  const { value } = useRead({ path: "/blade-desk/record-comment/people", query }, peopleIn, {
    isOn: typed !== undefined && asked === name,
    staleTime: 60_000,
    keepsPrevious: true,
  });
  const people = typed === undefined ? nobody : (value ?? nobody);
  const at = Math.min(chosen, Math.max(0, people.length - 1));
  const sent = encodedText(text, mentioned);
  const isTooLong = sent.length > maxCommentLength;

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
      setText("");
      setMentioned(noMentions);
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
    else if (event.key === "Escape" && typed !== undefined) setCaret(-1);
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
        autoSize={{ minRows: 2, maxRows: 10 }}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={isTooLong}
        role="combobox"
        aria-multiline="true"
        aria-autocomplete="list"
        aria-expanded={people.length > 0}
        {...(people.length > 0 ? { "aria-controls": listId, "aria-activedescendant": optionId(listId, at) } : {})}
        placeholder={t("comments.placeholder")}
        autoFocus={onCancel !== undefined}
        onChange={(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionStart);
          setChosen(0);
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
