export function withPageUrl(html: string, address: string | undefined): string;
export const notOffline: ReadonlySet<string>;
