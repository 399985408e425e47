// `node e2e/scripts/pictures.mjs`: makes docs/*.png anew, with the page that is built
// first. `--built` takes the page as it is; `--only NAME` makes the pictures whose
// title has NAME in it.
import { ensureChromium, ensurePackages, must } from "./run.mjs";

await ensurePackages();
if (!process.argv.includes("--built"))
  await must("The build", "node", ["web/scripts/build.mjs", "--quick"], { echo: true });
const only = process.argv.indexOf("--only");
await must(
  "The pictures",
  "npx",
  [
    "playwright",
    "test",
    "--config",
    "e2e/pictures/playwright.config.ts",
    ...(only > 0 ? ["--grep", process.argv[only + 1]] : []),
  ],
  { echo: true, env: { MOLSMITH_CHROMIUM: await ensureChromium() } },
);
