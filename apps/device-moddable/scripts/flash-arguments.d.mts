export function readFlashArguments(
  words: readonly string[],
): { ok: true; platform: string; config: string[]; debug: boolean } | { ok: false; message: string }
