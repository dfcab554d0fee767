// The three tabs of the notice pop-over: mail, message, notice (docs/specification.md §2).
import { Tabs } from "antd";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NoticeList } from "./notice-list.tsx";
import { SampleList } from "./sample-list.tsx";
import "./notices.css";

interface NoticePanelProps {
  /** Ids of recent notices that were not opened. */
  readonly unread: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
}

export default function NoticePanel({ unread, onOpen }: NoticePanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  // The panel arrives after the pop-over, which had nothing to give the focus to.
  useEffect(() => panel.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus(), []);
  return (
    <div ref={panel} className="tm-notices">
      <Tabs
        size="small"
        centered
        items={[
          { key: "mail", label: t("notices.mail"), children: <SampleList kind="mail" /> },
          { key: "message", label: t("notices.message"), children: <SampleList kind="message" /> },
          { key: "notice", label: t("notices.notice"), children: <NoticeList unread={unread} onOpen={onOpen} /> },
        ]}
      />
    </div>
  );
}
