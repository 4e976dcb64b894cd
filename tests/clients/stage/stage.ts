import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelServer } from '../model/model-server.js'
import { claudeEnvironment, writeClaudeHome } from './claude-home.js'
import { codexEnvironment, writeCodexHome } from './codex-home.js'
import { prepareCompanion } from './companion.js'
import type { ClientName } from './find-clients.js'
import { runInstaller } from './install-hooks.js'
import type { Environment } from './run-command.js'
import { startTerminal } from './terminal.js'

const homes: Record<ClientName, (home: string, modelUrl: string, projects: readonly string[]) => Promise<Environment>> =
  {
    claude: async (home, modelUrl, projects) => {
      await writeClaudeHome(home, projects)
      return claudeEnvironment(home, modelUrl)
    },
    codex: async (home, modelUrl, projects) => {
      await writeCodexHome(home, modelUrl, projects)
      return codexEnvironment(home)
    },
  }

const projectNames = Array.from({ length: 60 }, (_, index) => `demo-${index + 1}`)

/** Changes the environment of a client, for instance how it is signed in. */
export type Adapt = (env: Environment) => Environment

/** Everything one client needs: a throw-away home with our hooks, projects, a model, a terminal and a running companion. */
export const buildStage = async (client: ClientName, path: string, adapt: Adapt = (env) => env) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'codexbar-clients-')))
  const home = join(root, 'home')
  const projects = projectNames.map((name) => join(root, 'projects', name))
  for (const project of projects) await mkdir(join(project, 'sub'), { recursive: true })

  const model = await startModelServer()
  const companion = await prepareCompanion(home)
  const clientEnv = adapt(await homes[client](home, model.url, projects))
  const env = { ...clientEnv, ...companion.environment }
  await runInstaller(env, 'install')
  const api = await companion.start()
  const terminal = startTerminal(`codexbar-clients-${process.pid}`)

  const unused = [...projects]
  /** A folder that no session has seen yet; the client trusts it. */
  const takeProject = (): string => {
    const project = unused.shift()
    if (!project) throw new Error('every project is used up')
    return project
  }
  const close = async () => {
    await terminal.close()
    await companion.stop()
    await model.close()
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const hooks = (...words: readonly string[]) => runInstaller(env, ...words)
  return { client, path, home, env: clientEnv, hooks, takeProject, model, companion, api, terminal, close }
}

export type Stage = Awaited<ReturnType<typeof buildStage>>
