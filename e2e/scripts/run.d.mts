export const root: string;
export const out: string;
export const chromiumArgs: string[];
