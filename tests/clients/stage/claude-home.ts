import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from './run-command.js'

const key = 'sk-ant-test-0000000000000000000000000000'

/** The environment of a Claude Code that knows only our model server. */
export const claudeEnvironment = (home: string, modelUrl: string): Environment => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
  ANTHROPIC_BASE_URL: modelUrl,
  ANTHROPIC_API_KEY: key,
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
})

/**
 * The same client signed in to a subscription, by a token that nobody issued: only so does it tell its status line
 * what the vendor says of the limits.
 */
export const asSubscriber = ({ ANTHROPIC_API_KEY: _, ...env }: Environment): Environment => ({
  ...env,
  CLAUDE_CODE_OAUTH_TOKEN: `sk-ant-oat01-${'made-up-'.repeat(8)}`,
})

/** Writes what Claude Code would have asked at its first start: onboarding, the key, trust in `projects`. */
export const writeClaudeHome = async (home: string, projects: readonly string[]): Promise<void> => {
  await mkdir(join(home, '.claude'), { recursive: true })
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
  const state = {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: '2.1.332',
    theme: 'dark',
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: Object.fromEntries(projects.map((project) => [project, trusted])),
  }
  await writeFile(join(home, '.claude.json'), JSON.stringify(state))
}
