// A server for a friend on the same network: opened and closed here, with its link as text and as a QR code.
import { html, useEffect, useState } from "../vendor/preact.js";
import { closeNetworkServer, getNetworkServer, openNetworkServer } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { RadioGroup } from "../ui/RadioGroup.js";
import { ShareLink } from "../ui/ShareLink.js";

/** @import {NetworkServer} from "../core/types" */

/** @param {{link: string, qr: NonNullable<NetworkServer["qr"]>}} props */
function QrCode({ link, qr }) {
  const t = useTranslation();
  return html`<svg
    class="qr-code"
    role="img"
    aria-label=${t("network.qr", { link })}
    viewBox=${`0 0 ${qr.size} ${qr.size}`}
    shape-rendering="crispEdges"
  >
    <rect width=${qr.size} height=${qr.size} class="qr-code__light" />
    <path d=${qr.path} class="qr-code__dark" />
  </svg>`;
}

/** @param {{server: NetworkServer, isBusy: boolean, close: () => void}} props */
function OpenServer({ server, isBusy, close }) {
  const t = useTranslation();
  return html`
    <${ShareLink} id="network-link" label=${t("network.link")} link=${server.link} share=${t("network.title")} />
    ${server.qr && html`<${QrCode} link=${server.link} qr=${server.qr} />`}
    <p class="note">${t("network.steps")}</p>
    <a class="btn btn--main" href=${server.link} target="_blank" rel="noopener">${t("network.create")}</a>
    <button class="btn" type="button" disabled=${isBusy} onClick=${close}>${t("network.close")}</button>
    <p class="note">${t("network.kept")}</p>
  `;
}

/** @param {{server: NetworkServer, isBusy: boolean, open: (address: string) => void}} props */
function ClosedServer({ server: { addresses }, isBusy, open }) {
  const t = useTranslation();
  const [address, setAddress] = useState(addresses[0]);
  if (!addresses.length) return html`<p class="note">${t("network.none")}</p>`;
  return html`
    <p class="note">${t("network.what")}</p>
    ${addresses.length > 1 && html`<${RadioGroup}
      name="network-address"
      legend=${t("network.address")}
      value=${address}
      choices=${addresses.map((each) => ({ value: each, name: each }))}
      choose=${setAddress}
    />`}
    <button class="btn" type="button" disabled=${isBusy} onClick=${() => open(address)}>${t("network.open")}</button>
    <p class="note" role="status">${isBusy && t("network.opening")}</p>
    <p class="note">${t("network.internet")}</p>
  `;
}

/** The server as it is now, and functions that change it. */
function useNetworkServer() {
  const [server, setServer] = useState(/** @type {NetworkServer | null} */ (null));
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const run = async (/** @type {() => Promise<NetworkServer>} */ change) => {
    setBusy(true);
    setProblem("");
    try {
      setServer(await change());
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message);
    }
    setBusy(false);
  };
  useEffect(() => void run(getNetworkServer), []);
  return {
    ...{ server, problem, isBusy },
    open: (/** @type {string} */ address) => void run(() => openNetworkServer(address)),
    close: () => void run(closeNetworkServer),
  };
}

export function NetworkServerPanel() {
  const { server, problem, isBusy, open, close } = useNetworkServer();
  return html`<div class="network-server">
    ${problem && html`<p class="problems" role="alert">${problem}</p>`}
    ${server &&
      (server.link ? (
        html`<${OpenServer} server=${server} isBusy=${isBusy} close=${close} />`
      ) : (
        html`<${ClosedServer} server=${server} isBusy=${isBusy} open=${open} />`
      ))}
  </div>`;
}
