/** What to do when this browser is not let in. */
export function SignInNotice() {
  return (
    <section class="notice">
      <h2>This browser is not signed in</h2>
      <p>
        Open the link that <code>pnpm dev</code> printed, or print another one:
      </p>
      <pre>
        <code>pnpm codexbar pair browser</code>
      </pre>
      <p>On the companion's own machine the display works meanwhile. The sessions are for who is signed in.</p>
    </section>
  )
}

/** What to do when no agent has reported. */
export function NoSessionNotice() {
  return (
    <section class="notice">
      <h2>No session yet</h2>
      <p>Let your agents report, then start Claude Code or Codex in a project:</p>
      <pre>
        <code>pnpm hooks install --statusline</code>
      </pre>
      <p>Or look at two made-up Claude sessions and a Codex one:</p>
      <pre>
        <code>pnpm demo</code>
      </pre>
    </section>
  )
}
