import { createRoot } from "react-dom/client";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/ui.css";
import "./styles/frame.css";
import "./styles/view.css";
import "./styles/details.css";
import { App } from "./app/App";
import { followWidth } from "./app/narrow";
import { registerServiceWorker } from "./app/offline";
import { guardUnsaved, startCore } from "./app/start";
import { installTestHooks } from "./app/testHooks";
import { followTitle } from "./app/title";
import { followNames } from "./rail/atomNames";
import { watchRecipeLinks } from "./recipe/link";
import { rememberSettings, storage } from "./state/settings";
import { testMode } from "./state/testMode";
import { followTheme } from "./state/theme";
import { watchToolLinks } from "./tools";

// A launch link may carry a token: it leaves the address bar before anything else.
watchToolLinks();
watchRecipeLinks();
rememberSettings(storage());
followTheme();
followWidth();
followTitle();
followNames();
guardUnsaved();
if (testMode) {
  document.documentElement.dataset.motion = "none";
  installTestHooks();
}

const place = document.getElementById("app");
if (place) createRoot(place).render(<App />);
void startCore().finally(registerServiceWorker);
