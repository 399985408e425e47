import { defineConfig } from "@playwright/test";
import tests from "../playwright.config.js";

/** The pictures of the docs: `node e2e/scripts/pictures.mjs`. */
export default defineConfig({
  ...tests,
  testDir: ".",
  outputDir: "../test-results/pictures",
  timeout: 180_000,
  use: { ...tests.use, trace: "off" },
});
