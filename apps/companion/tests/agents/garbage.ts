/** What a file may hold where something was kept. */
export const GARBAGE: readonly (readonly [name: string, kept: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a text', 'x'.repeat(10_000)],
  ['a list', [null, [[]], { lastAt: 'x' }]],
  ['an empty list', []],
  ['an empty object', {}],
  [
    'of another shape',
    { version: 9, account: 7, since: 'x', sessions: 5, lastAt: 'x', blockedUntil: null, files: [{}] },
  ],
]
