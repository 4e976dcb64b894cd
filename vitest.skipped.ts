import type { Reporter, TestCase } from 'vitest/node'

/** Lists what was skipped at the end of a run: a suite or test that may be skipped says why in its own name. */
export const skipped: Reporter = {
  onTestRunEnd(modules) {
    const lines = new Set<string>()
    for (const module of modules) {
      for (const test of module.children.allTests('skipped'))
        lines.add(`  ${module.project.name} ${module.relativeModuleId}: ${nameOf(test)}`)
    }
    if (lines.size > 0) console.log(['', 'Skipped:', ...lines].join('\n'))
  },
}

/** The name of the outermost suite that was skipped whole, else the test's own. */
function nameOf(test: TestCase): string {
  let name = test.name
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) {
    if (parent.options.mode === 'skip') name = parent.name
  }
  return name
}
