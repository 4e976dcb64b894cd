import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAscii } from '../src/index.js'

describe('text on the device', () => {
  it.each([
    ['plain text is unchanged', 'api-gateway_2 (old)', 'api-gateway_2 (old)'],
    ['umlauts lose their dots', 'Grüße, Ärger', 'Grusse, Arger'],
    ['a decomposed accent is dropped', 'cafe\u0301', 'cafe'],
    ['French ligatures are two letters', 'Œuvre, cœur, æ', 'OEuvre, coeur, ae'],
    ['Polish and Czech', 'Łódź, Dvořák', 'Lodz, Dvorak'],
    ['Turkish', 'İstanbul ığdır şğ', 'Istanbul igdir sg'],
    ['Romanian comma letters', 'Țară Știință', 'Tara Stiinta'],
    ['Icelandic', 'Þingvellir ð', 'Thingvellir d'],
    ['Vietnamese', 'Đường Nguyễn phở', 'Duong Nguyen pho'],
    ['pinyin tones', 'nǐ hǎo lǜ', 'ni hao lu'],
    ['Greek', 'Αθήνα Ψυχή', 'Athina Psychi'],
    ['Russian', 'Москва Ёлка объект', 'Moskva Yolka obekt'],
    ['Ukrainian', 'Київ Ґанок', 'Kiyiv Ganok'],
    ['quotes, dashes and dots', '„a“ ‘b’ – — …', '"a" \'b\' - - ...'],
    ['signs of trade', '5 € £3 ™ № 4', '5 EUR GBP3 TM No 4'],
    ['arrows', 'a → b', 'a -> b'],
    ['fractions and powers', '½ m²', '1/2 m2'],
    ['ligatures of print', 'ﬁle ﬂow', 'file flow'],
    ['full-width forms', 'ＡＰＩ－２！', 'API-2!'],
    ['ideographic space', 'a　b', 'a b'],
    ['hiragana and katakana', 'さくら サーバ', 'sakura sa-ba'],
    ['a run of Chinese is one mark', '修复登录问题', '?'],
    ['two words of Chinese are two marks', '修复 登录', '? ?'],
    ['Korean and Arabic beside ASCII', '한국-app عربي', '?-app ?'],
    ['an emoji among Chinese does not split the run', '日🚀本', '?'],
    ['an emoji is left out', '🚀 rocket', 'rocket'],
    ['an emoji in the middle leaves one space', 'my 🚀 app', 'my app'],
    ['a joined emoji alone is one mark', '👩‍💻', '?'],
    ['a flag and a keycap', '🇩🇪 1️⃣', '1'],
    ['a question mark of its own stays', 'why??', 'why??'],
    ['a mark beside a lost run', '修?', '??'],
    ['line breaks and tabs are spaces', 'a\n\tb', 'a b'],
    ['control characters are dropped', 'a\u0000\u001b\u007fb', 'ab'],
    ['bidirectional marks are dropped', 'a\u202eb\u2066c', 'abc'],
    ['half a surrogate pair is lost', 'a\ud83d', 'a?'],
    ['spaces alone are not nothing', '   ', '?'],
    ['an empty text stays empty', '', ''],
  ])('%s', (_, text, expected) => {
    expect(toAscii(text)).toBe(expected)
  })

  it('spells every accented Latin letter as its base', () => {
    const codes = [
      [0xc0, 0x17f],
      [0x1cd, 0x1dc],
      [0x218, 0x21b],
      [0x1e00, 0x1e99],
      [0x1ea0, 0x1ef9],
    ] as const
    for (const [from, to] of codes) {
      for (let code = from; code <= to; code += 1) {
        const base = String.fromCharCode(code)
          .normalize('NFD')
          .replace(/[^A-Za-z]/g, '')
        if (base !== '') expect(toAscii(String.fromCharCode(code)), String.fromCharCode(code)).toBe(base)
      }
    }
  })

  it('is ASCII, one line, never empty for a text that is not, and spelled once for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const spelled = toAscii(text)
        expect(spelled).toMatch(/^[ -~]*$/)
        expect(spelled === '').toBe(text === '')
        expect(spelled).toBe(toAscii(spelled))
        expect(spelled).toBe(spelled.trim())
      }),
      { numRuns: 2000 },
    )
  })

  it('cuts off what no line has room for, in time', () => {
    expect(toAscii('i'.repeat(100_000))).toBe('i'.repeat(160))
    expect(toAscii('щ'.repeat(100_000))).toHaveLength(160)
  })

  it('leaves ASCII words as they are', () => {
    const word = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
    })
    fc.assert(fc.property(word, (text) => void expect(toAscii(text)).toBe(text)))
  })
})
