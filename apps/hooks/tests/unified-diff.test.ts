import { expect, it } from 'vitest'
import { unifiedDiff } from '../src/unified-diff.js'

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('')

it.each<[what: string, before: string | undefined, after: string | undefined, diff: string]>([
  ['equal texts', 'a\n', 'a\n', ''],
  ['a new file', undefined, 'a\nb\n', '--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n'],
  ['a file that goes', 'a\n', undefined, '--- f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'],
  ['a missing line break', 'a', 'a\n', '--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n'],
  ['line breaks of DOS', 'a\r\nb\r\n', 'a\r\nc\r\n', '--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n'],
  [
    'two places far apart',
    lines(1, 20),
    lines(1, 20).replace('\n3\n', '\n').replace('18\n', '18\nnew\n'),
    `--- f\n+++ f\n@@ -1,6 +1,5 @@\n 1\n 2\n-3\n 4\n 5\n 6\n@@ -16,5 +15,6 @@\n 16\n 17\n 18\n+new\n 19\n 20\n`,
  ],
])('%s', (_, before, after, diff) => expect(unifiedDiff('f', before, after)).toBe(diff))
