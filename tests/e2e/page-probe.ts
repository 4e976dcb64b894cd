import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** When what was watched for was drawn (Unix ms). */
    arrival?: Promise<number>
  }
}

/** Begins to watch for a project that needs the person, in the list and in what the display says. */
export function watchFor(page: Page, project: string): Promise<void> {
  return page.evaluate((project) => {
    const isThere = (): boolean =>
      [...document.querySelectorAll('.session[data-state="needs_user"] .project')].some(
        (name) => name.textContent === project,
      ) && document.querySelector('#shown')?.textContent?.includes(`Permission needed, ${project}`) === true
    window.arrival = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isThere()) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
  }, project)
}

/** Begins to watch for a figure of the quota, in its panel and in what the display says. */
export function watchForQuota(page: Page, label: string, percent: string): Promise<void> {
  return page.evaluate(
    ([label, percent]) => {
      const isThere = (): boolean =>
        [...document.querySelectorAll('.window')].some(
          (row) =>
            row.querySelector('.label')?.textContent?.startsWith(String(label)) === true &&
            row.querySelector('.percent')?.textContent === `${percent} used`,
        ) && document.querySelector('#shown')?.textContent?.includes(`${label} ${percent}`) === true
      window.arrival = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      })
    },
    [label, percent],
  )
}

/** Resolves to when it was drawn (Unix ms). */
export async function arrivalOf(page: Page): Promise<number> {
  return (await page.evaluate(() => window.arrival)) ?? Number.NaN
}

/** The colour of a pixel of the display. */
export function pixelOf(page: Page, x: number, y: number): Promise<string> {
  return page.evaluate(
    ([x, y]) =>
      String(
        document
          .querySelector('canvas')
          ?.getContext('2d')
          ?.getImageData(x ?? 0, y ?? 0, 1, 1).data,
      ),
    [x, y],
  )
}

/** Whether what `look` sees becomes another within `ms`. */
export async function changesWithin(look: () => Promise<string>, ms: number): Promise<boolean> {
  const first = await look()
  const end = performance.now() + ms
  while (performance.now() < end) if ((await look()) !== first) return true
  return false
}

/** The share (0 to 1) of the time of `task` for which the page's main thread worked; waiting for a processor is no work. */
export async function busyWhile(page: Page, task: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const [before, began] = [await worked(), performance.now()]
  await task()
  const share = ((await worked()) - before) / ((performance.now() - began) / 1_000)
  await session.detach()
  return share
}
