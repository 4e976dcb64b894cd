import { type GoldenScene, SCENES } from '@codexbar/display/scenes'
import { useState } from 'preact/hooks'
import { ScenePicture } from '../display/scene-picture.js'
import { hashOf } from '../route.js'

const linkTo = ({ name }: GoldenScene): string => hashOf({ at: 'scenes', name })

/** Every screen that the display can show; one of them large when it is named. */
export function ScenesPage({ name }: { name: string | undefined }) {
  const [runs, setRuns] = useState(false)
  const at = SCENES.findIndex((scene) => scene.name === name)
  return (
    <main>
      <div class="scenes-head">
        <p>Every screen that the display can show, each at one moment.</p>
        <label>
          <input type="checkbox" checked={runs} onChange={({ currentTarget }) => setRuns(currentTarget.checked)} /> Let
          them move
        </label>
      </div>
      {at === -1 ? <Groups runs={runs} /> : <Large at={at} runs={runs} />}
    </main>
  )
}

function Groups({ runs }: { runs: boolean }) {
  const groups = [...new Set(SCENES.map(({ group }) => group))]
  return (
    <>
      {groups.map((group) => (
        <section key={group}>
          <h2 class="group">{group}</h2>
          <ul class="scenes">
            {SCENES.filter((scene) => scene.group === group).map((scene) => (
              <li key={scene.name}>
                <a href={linkTo(scene)}>
                  <ScenePicture scene={scene} runs={runs} />
                  <span class="name">{scene.name}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Large({ at, runs }: { at: number; runs: boolean }) {
  const scene = SCENES[at]
  if (scene === undefined) return null
  const [before, after] = [SCENES[at - 1], SCENES[at + 1]]
  return (
    <figure class="large">
      <div class="glass">
        <ScenePicture scene={scene} runs={runs} />
      </div>
      <figcaption>
        <strong>{scene.name}</strong>
        <span>Backlight {scene.brightness} %</span>
      </figcaption>
      <nav class="pager" aria-label="Scenes">
        {before !== undefined && <a href={linkTo(before)}>← {before.name}</a>}
        <a class="all" href={hashOf({ at: 'scenes' })}>
          All
        </a>
        {after !== undefined && (
          <a class="after" href={linkTo(after)}>
            {after.name} →
          </a>
        )}
      </nav>
    </figure>
  )
}
