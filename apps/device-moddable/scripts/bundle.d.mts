export function bundle(outdir?: string): Promise<string[]>
