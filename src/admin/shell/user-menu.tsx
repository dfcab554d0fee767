// Who is signed in, and the way out.
import { App } from "antd";
import { useLogout } from "@refinedev/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { Icon } from "../icons/icon.tsx";
import { PopMenu } from "./pop.tsx";
import { useWorkspace } from "./workspace.ts";

export function UserMenu() {
  const { t } = useTranslation();
  const { person } = useWorkspace();
  const { modal } = App.useApp();
  const { mutateAsync: signOut } = useLogout();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const navigate = useNavigate();
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
    <>
      <button
        type="button"
        className="tm-icon-button tm-user"
        aria-label={`${t("shell.userMenu")}：${user.name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor === undefined ? event.currentTarget : undefined)}
      >
        <span className="tm-avatar" aria-hidden="true">
          {[...user.name][0]}
        </span>
        <span className="tm-user-name">{user.name}</span>
        <Icon name="down" size={11} />
      </button>
      {anchor !== undefined && (
        <PopMenu
          anchor={anchor}
          label={t("shell.userMenu")}
          heading={
            <div className="tm-pop-heading">
              {t("shell.account")} {user.account} · {t("shell.tenant")} {tenantId}
            </div>
          }
          items={[
            { key: "/wel/dashboard", label: t("shell.dashboard"), icon: "dashboard" },
            { key: "/info/index", label: t("shell.userInfo"), icon: "user" },
            { key: "signOut", label: t("shell.signOut"), icon: "logout" },
          ]}
          onPick={(key) => (key === "signOut" ? ask() : void navigate(key))}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
