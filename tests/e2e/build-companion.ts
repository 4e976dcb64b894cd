import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { repo } from '../kit/repo.js'

/** Builds the command as it is installed, once for all tests that run it. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: join(repo, 'apps/companion'), stdio: 'inherit' })
}
