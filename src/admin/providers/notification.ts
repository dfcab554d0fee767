// Refine's notices through antd's messages. A failure is told once, and one that nobody is to be told stays silent (specification §8).
import type { NotificationProvider } from "@refinedev/core";
import type { MessageInstance } from "antd/es/message/interface";

export function notificationProvider(message: MessageInstance): NotificationProvider {
  return {
    open({ message: sentence, key, type }) {
      if (sentence === "") return;
      void message.open({ content: sentence, ...(key === undefined ? {} : { key }), type: type === "progress" ? "loading" : type });
    },
    close: (key) => message.destroy(key),
  };
}
