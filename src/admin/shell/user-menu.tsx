// Who is signed in, and the way out.
import { App, Dropdown } from "antd";
import { useLogout } from "@refinedev/core";
import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";
import { useWorkspace } from "./workspace.ts";

export function UserMenu() {
  const { t } = useTranslation();
  const { person } = useWorkspace();
  const { modal } = App.useApp();
  const { mutateAsync: signOut } = useLogout();
  const { user, tenantId } = person;
  const ask = () => {
    modal.confirm({
      title: t("shell.signOutConfirm"),
      content: t("shell.signOutHint"),
      okText: t("common.ok"),
      cancelText: t("common.cancel"),
      onOk: async () => {
        await signOut();
      },
    });
  };
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: [
          { key: "account", type: "group", label: `${t("shell.account")} ${user.account} · ${t("shell.tenant")} ${tenantId}` },
          { key: "signOut", label: t("shell.signOut"), icon: <Icon name="logout" /> },
        ],
        onClick: ({ key }) => {
          if (key === "signOut") ask();
        },
      }}
    >
      <button type="button" className="tm-icon-button tm-user" aria-label={`${t("shell.userMenu")}：${user.name}`} aria-haspopup="menu">
        <span className="tm-avatar" aria-hidden="true">
          {[...user.name][0]}
        </span>
        <span className="tm-user-name">{user.name}</span>
        <Icon name="down" size={11} />
      </button>
    </Dropdown>
  );
}
