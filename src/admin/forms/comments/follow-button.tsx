// Begins and stops following a record.
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";

interface FollowButtonProps {
  readonly isFollowing: boolean;
  readonly onFollow: (isOn: boolean) => Promise<void>;
}

export function FollowButton({ isFollowing, onFollow }: FollowButtonProps): ReactNode {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await onFollow(!isFollowing);
    setBusy(false);
  };
  return (
    <Button
      size="small"
      aria-pressed={isFollowing}
      loading={isBusy}
      title={t(isFollowing ? "comments.unfollowHint" : "comments.followHint")}
      onClick={() => void press()}
    >
      <Icon name={isFollowing ? "check" : "bell"} /> {t(isFollowing ? "comments.following" : "comments.follow")}
    </Button>
  );
}
