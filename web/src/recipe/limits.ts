/** What one recipe may hold; `text` is the length of one line of it. */
export const most = { steps: 200, ops: 1000, runs: 50, text: 200 } as const;
