import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from './run-command.js'

/** The environment of a Codex that knows only our model server. */
export const codexEnvironment = (home: string): Environment => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  CODEX_HOME: join(home, '.codex'),
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
})

/** Writes a Codex configuration with a loopback provider, no retries, and trust in `projects`. */
export const writeCodexHome = async (home: string, modelUrl: string, projects: readonly string[]): Promise<void> => {
  await mkdir(join(home, '.codex'), { recursive: true })
  const trust = projects.map((project) => `[projects."${project}"]\ntrust_level = "trusted"\n`).join('\n')
  const config = `model = "gpt-fake"
model_provider = "fake"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[features]
multi_agent_v2 = true
default_mode_request_user_input = true

${trust}`
  await writeFile(join(home, '.codex', 'config.toml'), config)
}
