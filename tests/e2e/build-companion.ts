import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { repo } from '../kit/repo.js'

/** Builds the page, and the command that serves it as it is installed, once for all tests that run them. */
export function setup(): void {
  for (const app of ['apps/web', 'apps/companion']) {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: join(repo, app), stdio: 'inherit' })
  }
}
