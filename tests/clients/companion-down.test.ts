import { expect, test } from 'vitest'
import { describeClient } from './stage/describe-client.js'
import type { ClientName } from './stage/find-clients.js'
import { hangingServer } from './stage/hanging-server.js'
import { median } from './stage/median.js'
import { runCommand } from './stage/run-command.js'

const rounds = 5

/** One whole turn with a tool call, without a terminal: start to exit. */
const turns: Record<ClientName, readonly string[]> = {
  claude: ['-p', 'TOOL:Bash:pwd', '--permission-mode', 'default'],
  codex: ['exec', '--dangerously-bypass-hook-trust', '--skip-git-repo-check', 'TOOL:pwd'],
}

for (const client of ['claude', 'codex'] as const)
  await describeClient(client, `${client} without a companion`, ({ stage }) => {
    test('a turn says the same and takes the same time, up or down', async () => {
      const { companion, path, env, takeProject } = stage()
      const cwd = takeProject()
      const turn = async () => {
        const { code, stdout, ms } = await runCommand(path, turns[client], { env, cwd })
        expect([code, stdout]).toEqual([0, 'ok done\n'])
        return ms
      }
      const up: number[] = []
      const down: number[] = []
      const hanging: number[] = []
      await turn()
      for (let round = 0; round < rounds; round++) {
        up.push(await turn())
        await companion.stop()
        down.push(await turn())
        const server = await hangingServer(companion.port)
        hanging.push(await turn())
        await server.close()
        await companion.start()
      }
      const [a, b, c] = [median(up), median(down), median(hanging)]
      console.log(
        `${client}: up ${a} ms, down ${b} ms (x${(b / a).toFixed(2)}), hanging ${c} ms (x${(c / a).toFixed(2)})`,
      )
      expect(b / a).toBeLessThan(1.25)
      expect(c - a).toBeLessThan(2_500)
    })
  })
