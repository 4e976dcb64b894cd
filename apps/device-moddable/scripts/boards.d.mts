export const BOARDS: Readonly<Record<string, { platform: string; title: string }>>
export function boardNamed(name: string): { platform: string; title: string } | undefined
