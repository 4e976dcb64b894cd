const conditions = ['codexbar-source', 'node', 'import', 'module', 'default']

/** Workspace imports resolve to TypeScript source, so a test never runs a stale build. */
export const source = { resolve: { conditions }, ssr: { resolve: { conditions } } }
