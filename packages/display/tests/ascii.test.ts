import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureDevice } from '../src/golden/scenes.js'
import { toAscii } from '../src/index.js'
import { SPELLINGS } from '../src/text/ascii-table.js'

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
    ['a soft hyphen is not seen', 'in\u00adbox', 'inbox'],
    ['a capital sharp s is two', 'GRO\u1e9eE Straße', 'GROSSE Strasse'],
    ['a sign of its own among what is dropped', '\u2190\u2191\u2192\u2193 a\u2022b', '<--> a*b'],
    ['Greek with its breathings', 'Ἀθῆναι ᾧ Ῥόδος', 'Athinai o Rodos'],
    ['Kazakh and Tatar', 'Қазақстан Өмір Үй', 'Kazakstan Omir Uy'],
    ['what is cut off leaves no space', `${'щ'.repeat(23)}abc d`, `${'shch'.repeat(23)}abc`],
    ['spaces alone are not nothing', '   ', '?'],
    ['an empty text stays empty', '', ''],
  ])('%s', (_, text, expected) => {
    expect(toAscii(text)).toBe(expected)
  })

  it('spells every precomposed letter as its base, where that is known', () => {
    const scripts = [
      [0xc0, 0x24f],
      [0x386, 0x4ff],
      [0x1e00, 0x1fff],
    ] as const
    const mark = /\p{M}/gu
    for (const [from, to] of scripts) {
      for (let code = from; code <= to; code += 1) {
        const letter = String.fromCodePoint(code)
        const base = letter.normalize('NFD').replace(mark, '')
        // Cyrillic marks make other letters, Greek dialytika and tonos the same.
        if (base === letter || !/^\p{L}$/u.test(base) || /[ЙйЁёЇї]/.test(letter)) continue
        if (toAscii(base) !== '?') expect(toAscii(letter), letter).toBe(toAscii(base))
      }
    }
  })

  it('has its rows in order and none twice, each with an entry for every character', () => {
    let end = -1
    for (const { first, last, width, entries } of SPELLINGS) {
      expect(first, first.toString(16)).toBeGreaterThan(end)
      expect(last).toBeGreaterThanOrEqual(first)
      if (width > 0) expect(entries, first.toString(16)).toHaveLength((last - first + 1) * width)
      end = last
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

  it.each([
    ['i', 'i'.repeat(96)],
    ['щ', 'shch'.repeat(24)],
    ['修', '?'],
    ['🚀', '?'],
  ])('neither reads nor writes more than a line has room for: %s', (letter, expected) => {
    expect(toAscii(letter.repeat(100_000))).toBe(expected)
    expect(toAscii(`${letter.repeat(96)}z`)).toBe(expected)
    let read = 0
    const text = {
      *[Symbol.iterator]() {
        for (;;) {
          read += 1
          yield letter
        }
      },
    }
    expect(toAscii(text as unknown as string)).toBe(expected)
    expect(read).toBeLessThanOrEqual(97)
  })

  it('has more than any line of the screen has room for', () => {
    expect(measureDevice('i'.repeat(96), 'body')).toBeGreaterThan(320)
  })

  it('leaves ASCII words as they are', () => {
    const word = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
    })
    fc.assert(fc.property(word, (text) => void expect(toAscii(text)).toBe(text.slice(0, 96))))
  })
})
