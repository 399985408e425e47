import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import page from "./vite.config.ts";

/** Component tests name their own environment in their first line. */
export default mergeConfig(
  page,
  defineConfig({
    test: {
      environment: "node",
      include: ["src/**/*.test.ts", "src/**/*.test.tsx", "scripts/*.test.ts"],
      restoreMocks: true,
    },
  }),
);
