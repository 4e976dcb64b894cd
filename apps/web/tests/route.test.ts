import { expect, test } from 'vitest'
import { hashOf, type Route, routeOf } from '../src/route.js'

test.each<[string, Route]>([
  ['', { at: 'live' }],
  ['#/', { at: 'live' }],
  ['#/nowhere', { at: 'live' }],
  ['#/scenes', { at: 'scenes' }],
  ['#/scenes/', { at: 'scenes' }],
  ['#/scenes/one waits', { at: 'scenes', name: 'one waits' }],
  ['#/scenes/105%25', { at: 'scenes', name: '105%' }],
  ['#/scenes/105%', { at: 'scenes', name: '105%' }],
])('%s', (hash, route) => expect(routeOf(hash)).toEqual(route))

test.each(['one waits', '105%', 'a/b', '東京 🚀'])('the fragment of %s leads back to it', (name) => {
  expect(routeOf(hashOf({ at: 'scenes', name }))).toEqual({ at: 'scenes', name })
})
