// The three tabs of the notice pop-over: mail, message, notice (docs/specification.md §2).
import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { TabList } from "../../ui/panels/tab-list.tsx";
import { NoticeList } from "./notice-list.tsx";
import { MessageList } from "./message-list.tsx";
import { SampleList } from "./sample-list.tsx";
import "./notices.css";

interface NoticePanelProps {
  /** Ids of recent notices that were not opened. */
  readonly unread: ReadonlySet<string>;
  /** How many messages are unread. */
  readonly messages: number;
  readonly onOpen: (id: string) => void;
  /** Another page is shown. */
  readonly onLeave: () => void;
}

export default function NoticePanel({ unread, messages, onOpen, onLeave }: NoticePanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  // The panel arrives after the pop-over, which had nothing to give the focus to.
  useEffect(() => panel.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus(), []);
  return (
    <div ref={panel} className="tm-notices">
      <TabList
        label={t("notices.label")}
        first={messages === 0 && unread.size > 0 ? "notice" : "message"}
        tabs={[
          { key: "mail", label: t("notices.mail"), content: <SampleList /> },
          { key: "message", label: t("notices.message"), content: <MessageList onLeave={onLeave} /> },
          { key: "notice", label: t("notices.notice"), content: <NoticeList unread={unread} onOpen={onOpen} /> },
        ]}
      />
    </div>
  );
}
