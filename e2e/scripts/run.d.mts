export const root: string;
export const out: string;
export const chromiumArgs: string[];
export const testArgs: string[];
export function run(command: string, args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
