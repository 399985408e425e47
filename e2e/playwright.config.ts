import { defineConfig } from "@playwright/test";
import { testArgs } from "./scripts/run.mjs";

/**
 * The built page in a real browser against the built binary. Tests wait on
 * attributes and events, never on time. MOLSMITH_CHROMIUM names the browser;
 * without it Playwright's own is used. MOLSMITH_TRACE=1 keeps a trace of what fails;
 * recording one costs every test a fifth of its time.
 */
export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  // For a machine that does much else; on a quiet one nothing comes near it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  use: {
    viewport: { width: 1280, height: 720 },
    deviceScaleFactor: 1,
    // Storing every file of the page for use offline costs as much as the page load itself. A
    // test about that says test.use({ serviceWorkers: "allow" }).
    serviceWorkers: "block",
    trace: process.env.MOLSMITH_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env.MOLSMITH_CHROMIUM ? { executablePath: process.env.MOLSMITH_CHROMIUM } : {}),
      args: testArgs,
    },
  },
});
