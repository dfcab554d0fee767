// The signed-in user, and signing out.
import { App } from "antd";
import { useModal } from "@refinedev/antd";
import { useLogout } from "@refinedev/core";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate } from "react-router-dom";
import { isPictureAddress } from "../../../fields/picture.tsx";
import { onSession, session } from "../../api/session.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { settings } from "../../browser/settings.ts";
import { PopButton } from "../../ui/panels/pop-button.tsx";
import { PopMenu } from "../../ui/panels/pop.tsx";
import { flatMenu } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";

const SwitchDialog = lazy(() => import("./switch-dialog.tsx"));

/** The picture of a person; without one, or where it cannot be had, how their name begins. */
function Avatar({ address, name }: { readonly address: string; readonly name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken || !isPictureAddress(address)) return [...name][0];
  return <img src={address} alt="" width="28" height="28" onError={() => setBroken(true)} />;
}

export function UserMenu({ onKeys }: { readonly onKeys: () => void }) {
  const { t } = useTranslation();
  const { person, menu } = useWorkspace();
  const { modal } = App.useApp();
  const { mutateAsync: signOut } = useLogout();
  const { modalProps: switching, show: showSwitch, close: closeSwitch } = useModal();
  const navigate = useNavigate();
  const { tenantId } = person;
  // People change their own name and picture while the application runs.
  const user = useSyncExternalStore(onSession, session)?.user ?? person.user;
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
  const items = [
    { key: "/wel/dashboard", label: t("shell.dashboard"), icon: "dashboard" },
    { key: "/info/index", label: t("shell.info"), icon: "idcard" },
    // Of those who may see tokens at all.
    ...(flatMenu(menu).some(({ code }) => code === "api-token") ? [{ key: "/docs/api", label: t("shell.apiDocs"), icon: "api" }] : []),
    { key: "keys", label: t("shell.keys"), icon: "question-circle", hint: "?" },
    ...(settings.switchMode ? [{ key: "switch", label: t("shell.switchOver"), icon: "user-switch" }] : []),
    { key: "signOut", label: t("shell.signOut"), icon: "logout" },
  ];
  const pick = (key: string) => {
    if (key === "signOut") ask();
    else if (key === "switch") showSwitch();
    else if (key === "keys") onKeys();
    else void navigate(key);
  };
  return (
    <>
      <PopButton
        label={t("shell.userMenuOf", { name: user.name })}
        opens="menu"
        className="tm-icon-button tm-user"
        hasTitle={false}
        face={
          <>
            <span className="tm-avatar" aria-hidden="true">
              <Avatar key={user.avatar} address={user.avatar} name={user.name} />
            </span>
            <span className="tm-user-name">{user.name}</span>
            <Icon name="down" size={11} />
          </>
        }
      >
        {(anchor, close) => (
          <PopMenu
            anchor={anchor}
            label={t("shell.userMenu")}
            heading={
              <div className="tm-pop-heading">
                {t("shell.account")} {user.account} · {t("shell.tenant")} {tenantId}
              </div>
            }
            items={items}
            onPick={pick}
            onClose={close}
          />
        )}
      </PopButton>
      {switching.open === true && (
        <Suspense>
          <SwitchDialog onClose={closeSwitch} />
        </Suspense>
      )}
    </>
  );
}
