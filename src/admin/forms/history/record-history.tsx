// The timeline of a record: who did what and when, with the way back to former values, and what people say about it; and whether one follows
// it.
import { Button, Input, Skeleton } from "antd";
import { use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import type { ApprovalStep, HistoryAnswer, HistoryEntry } from "#schema/history";
import type { Screen } from "#schema/screen";
import { meets } from "#schema/text";
import { useRights } from "../../access/use-rights.ts";
import { textOf, type Row } from "../../api/index.ts";
import { useRead, useFetchRead } from "../../data/queries/reads.ts";
import { addTexts } from "../../i18n/index.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import type { Comment } from "../comments/comment-answer.ts";
import { CommentBox } from "../comments/comment-box.tsx";
import { isForComments } from "../comments/for-comments.ts";
import { CommentEntry } from "../comments/comment-entry.tsx";
import { FollowButton } from "../comments/follow-button.tsx";
import { keyOfEvents, timelineOf, type Timeline, type TimelineItem } from "../comments/timeline.ts";
import { useComments, useCommentWrites } from "../comments/use-comments.ts";
import { fieldLabel } from "./changed-fields.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { EventsEntry } from "./events-entry.tsx";
import { historyOf, momentIn, ownChange } from "./history-answer.ts";
import { ChangeEntry } from "./history-entry.tsx";
import { StepEntry } from "./step-entry.tsx";
import { useRestore } from "./use-restore.ts";
import "./history.css";
import "../comments/comments.css";

const texts = Promise.all([addTexts("history"), addTexts("acts")]);
const commentTexts = addTexts("comments");

export interface RecordHistoryProps {
  readonly screen: Screen;
  readonly record: Row;
  /** Of a record that a platform administrator sees of another tenant. */
  readonly tenantId?: string | undefined;
  /** Former values were restored. */
  readonly onReverted: () => void;
}

/** Lists of work: what is done with tasks is told by the approvals. */
const approvalWork = ["work-todo", "work-claim", "work-send"];

/** All pages that were asked for, the latest first. `text`: what people have said, of approvals; "" for everything. */
function useEntries(screen: Screen, id: string, { isOn, text }: { readonly isOn: boolean; readonly text: string }) {
  const path = `${screen.path}/history`;
  const { key } = screen;
  const query = useMemo(() => ({ [key]: id, ...(text === "" ? {} : { text }) }), [key, id, text]);
  // Writes of the record itself make stale what is read below its path.
  const dependsOn = useMemo(
    () => [...(screen.details === undefined ? [] : [screen.details.resource]), "attach", ...approvalWork],
    [screen],
  );
  const read = useRead({ path, query }, historyOf, { isOn, dependsOn });
  const fetch = useFetchRead();
  const [older, setOlder] = useState<HistoryAnswer & { readonly of: unknown }>();
  const { value, failure, refetch } = read;
  const more = older?.of === value ? older : undefined;
  const entries = useMemo(() => [...(value?.entries ?? []), ...(more?.entries ?? [])], [value, more]);
  const steps = useMemo(() => [...(value?.steps ?? []), ...(more?.steps ?? [])], [value, more]);
  const events = useMemo(() => [...(value?.events ?? []), ...(more?.events ?? [])], [value, more]);
  const { next = "", created } = more ?? value ?? {};
  const readOlder = async () => {
    const page = historyOf(await fetch({ path, query: { ...query, before: next } }));
    setOlder({
      ...page,
      of: value,
      entries: [...(more?.entries ?? []), ...page.entries],
      steps: [...(more?.steps ?? []), ...page.steps],
      events: [...(more?.events ?? []), ...page.events],
    });
  };
  return { isLoaded: value !== undefined, entries, steps, events, next, created, failure, refetch, readOlder };
}

interface TimelineProps {
  readonly items: Timeline["items"];
  readonly change: (entry: HistoryEntry) => ReactNode;
  readonly step: (step: ApprovalStep) => ReactNode;
  readonly comment: (comment: Comment) => ReactNode;
  /** The id of the record. */
  readonly record: string;
  /** When the record was made and by whom, where no entry says so; and the way back to what it was before its first change. */
  readonly made: (NonNullable<HistoryAnswer["created"]> & { readonly onRestore: (() => void) | undefined }) | undefined;
}

function TimelineList({ items, change, step, comment, record, made }: TimelineProps): ReactNode {
  const { t } = useTranslation();
  const shown = (item: TimelineItem): ReactNode => {
    switch (item.kind) {
      case "change":
        return change(item.entry);
      case "step":
        return step(item.step);
      case "events":
        return <EventsEntry key={keyOfEvents(item.events[0])} events={item.events} record={record} />;
      case "comment":
        return comment(item.comment);
    }
  };
  return (
    <ol className="tf-history-list">
      {items.map(shown)}
      {made !== undefined && (
        <li className="tf-history-entry">
          <p className="tf-history-head">
            {made.person !== "" && <b>{made.person}</b>} <span>{t("history.created")}</span>
            <time dateTime={made.time.replace(" ", "T")}>{made.time}</time>
            {made.onRestore !== undefined && (
              <Button type="link" size="small" onClick={made.onRestore} aria-label={t("history.restoreMomentOf", { time: made.time })}>
                {t("history.restoreMoment")}
              </Button>
            )}
          </p>
        </li>
      )}
    </ol>
  );
}

const noItems: readonly never[] = [];

/** Default export, because it is loaded lazily. */
export default function RecordHistory({ screen, record, tenantId, onReverted }: RecordHistoryProps): ReactNode {
  use(texts);
  use(commentTexts);
  const { t } = useTranslation();
  const language = useLanguage();
  const id = textOf(record[screen.key]);
  const rights = useRights(screen);
  const heading = useId();
  const hasHistory = screen.history !== undefined;
  const hasComments = screen.comments === true;
  const subject = useMemo(() => ({ resource: screen.name, id, tenantId }), [screen, id, tenantId]);
  const [typed, setTyped] = useState("");
  const text = usePaused(typed.trim());
  const isSearching = text !== "";
  const { isLoaded, entries, steps, events, next, created, failure, refetch, readOlder } = useEntries(screen, id, {
    isOn: hasHistory,
    text,
  });
  const comments = useComments(subject, { isOn: hasComments, text });
  const writes = useCommentWrites(subject);
  const notices = useNotices();
  const [notNotified, setNotNotified] = useState<readonly string[]>(noItems);
  const [isBusy, setBusy] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const restore = useRestore({ screen, id, onReverted });
  // What is locked now takes no former values either.
  const isLocked = screen.editableWhen !== undefined && !meets(screen.editableWhen, record);
  const mayRestore = rights?.edit === true && screen.history === "restorable" && !isLocked;
  // Where only lines have changed since, the record is as it was, and still another moment.
  const moments = entries.flatMap((entry) => {
    const change = momentIn(entry, { screen, id });
    return change === undefined ? [] : [{ entry, change }];
  });
  const timeline = timelineOf({ items: entries, steps, events, next }, { items: comments.comments, next: comments.next });
  const { items, older } = timeline;
  const isBegun = entries.some((entry) => ownChange(entry, id, screen.name)?.action === "add");
  // Who made it before its changes were kept.
  const made = isBegun || isSearching || older !== undefined ? undefined : created;
  const first = made === undefined ? undefined : moments.at(-1)?.change;
  const hasFormer = first !== undefined && (first.resource !== screen.name || first.action === "edit");
  const written = async (answer: ReturnType<typeof writes.add>): Promise<boolean> => {
    const result = await answer;
    setNotNotified(result?.notNotified ?? noItems);
    return result !== undefined;
  };
  const onOlder = async () => {
    setBusy(true);
    try {
      await (older === "history" ? readOlder() : comments.readOlder());
    } catch (error) {
      notices.failed(error);
    } finally {
      setBusy(false);
    }
  };
  const changeEntry = (entry: HistoryEntry) => {
    const own = ownChange(entry, id, screen.name);
    const moment = momentIn(entry, { screen, id });
    return (
      <ChangeEntry
        key={entry.id}
        entry={entry}
        own={own}
        onRestoreField={
          mayRestore && own !== undefined
            ? (field) =>
                restore(t("history.restoreFieldAsk", { field: fieldLabel(screen, field, language), time: entry.time }), {
                  change: own.id,
                  side: "before",
                  fields: field,
                })
            : undefined
        }
        onRestore={
          mayRestore && moment !== undefined && moment !== moments[0]?.change && own?.action !== "remove"
            ? () => restore(t("history.restoreAsk", { time: entry.time }), { change: moment.id })
            : undefined
        }
      />
    );
  };
  const commentEntry = (comment: Comment) => (
    <CommentEntry
      key={comment.id}
      subject={subject}
      comment={comment}
      onEdit={(commentId, sent) => written(writes.edit(commentId, sent))}
      onRemove={(commentId) => void writes.remove(commentId)}
    />
  );
  const stepEntry = (step: ApprovalStep) => <StepEntry key={step.id} step={step} />;
  const isReady = (isLoaded || !hasHistory) && (comments.isLoaded || !hasComments);
  const content = () => {
    if (failure !== undefined && !isLoaded) return <ReadFailure message={failure.message || t("history.loadFailed")} onRetry={refetch} />;
    if (comments.failure !== undefined && !comments.isLoaded)
      return <ReadFailure message={comments.failure.message || t("comments.loadFailed")} onRetry={comments.refetch} />;
    if (!isReady) return <Skeleton active title={false} paragraph={{ rows: 3 }} aria-label={t("history.loading")} />;
    if (items.length === 0 && made === undefined)
      return <p className="tm-soft">{t(isSearching ? "comments.noMatch" : hasComments ? "comments.none" : "history.none")}</p>;
    const onRestore =
      mayRestore && hasFormer ? () => restore(t("history.restoreFormerAsk"), { change: first.id, side: "before" }) : undefined;
    return (
      <TimelineList
        items={items}
        change={changeEntry}
        step={stepEntry}
        comment={commentEntry}
        record={id}
        made={made && { ...made, onRestore }}
      />
    );
  };
  const head = useRef<HTMLDivElement>(null);
  // Below everything else on a narrow page, and at the end of a dialog.
  useEffect(() => {
    if (isReady && isForComments()) head.current?.scrollIntoView({ block: "nearest" });
  }, [isReady]);
  return (
    <section className="tf-history" aria-labelledby={heading}>
      <div ref={head} className="tf-history-title">
        <h3 id={heading}>{t(hasComments ? "comments.title" : "history.title")}</h3>
        <span>
          {(moments.length > 1 || hasFormer) && (
            <Button size="small" onClick={() => setComparing(true)}>
              <Icon name="swap" /> {t("history.compare")}
            </Button>
          )}
          {hasComments && comments.isLoaded && <FollowButton isFollowing={comments.isFollowing} onFollow={(isOn) => writes.follow(isOn)} />}
        </span>
      </div>
      {hasComments && (
        <CommentBox
          subject={subject}
          label={t("comments.write")}
          sendLabel={t("comments.send")}
          onSend={(sent) => written(writes.add(sent))}
        />
      )}
      {notNotified.length > 0 && (
        <p className="tf-comment-note" role="status">
          {t("comments.notNotified", { names: notNotified.join(language === "zh" ? "、" : ", ") })}
        </p>
      )}
      {(typed !== "" || comments.comments.length + steps.length > 0) && (
        <Input
          className="tf-comment-search"
          size="small"
          type="search"
          allowClear
          prefix={<Icon name="search" />}
          maxLength={100}
          value={typed}
          aria-label={t("comments.search")}
          placeholder={t("comments.search")}
          title={t("comments.searchHint")}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {isSearching && comments.isLoaded && (
        <p className="tf-comment-note" role="status">
          {t("comments.matches", { count: items.length })}
        </p>
      )}
      {content()}
      {isReady && older !== undefined && (
        <Button type="link" loading={isBusy} onClick={() => void onOlder()}>
          {t(hasComments ? "comments.older" : "history.older")}
        </Button>
      )}
      {isComparing && <CompareDialog screen={screen} id={id} moments={moments} hasFormer={hasFormer} onClose={() => setComparing(false)} />}
    </section>
  );
}
