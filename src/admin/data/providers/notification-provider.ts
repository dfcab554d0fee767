// Refine's notifications, rendered by @refinedev/antd.
import { useNotificationProvider } from "@refinedev/antd";
import type { NotificationProvider } from "@refinedev/core";
import "./notification.css";

/** An empty sentence belongs to a failure that the person is not to read about: it is not shown. */
export function useApplicationNotifications(): NotificationProvider {
  const { open, close } = useNotificationProvider();
  return {
    open(notification) {
      if (notification.message !== "") open(notification);
    },
    close,
  };
}
