declare module '*.json' {
  const content: unknown
  // biome-ignore lint/style/noDefaultExport: a JSON module has no other export
  export default content
}
