/** `?test=1`: pixel ratio 1, no camera easing, `window.__molsmith`. */
export const testMode: boolean =
  typeof location !== "undefined" && new URLSearchParams(location.search).get("test") === "1";
