import { freeze } from '@codexbar/protocol/wire'

/**
 * How neighbouring characters are written: each by the `width` characters that are its own in `entries`, or, without a
 * width, all by `entries`. One text a row: an array of letters takes sixteen times the flash, and is found no faster.
 */
export type Spelling = { first: number; last: number; width: number; entries: string }

/** An entry that is written as nothing. An entry `?` is a character for which ASCII has nothing. */
export const SILENT = '_'

/** Hiragana and katakana stand in the same order. */
const KANA =
  'a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji tsu tsu zu te de to do ' +
  'na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo ya ya yu yu yo yo ra ri ru re ro wa wa wi ' +
  'we wo n vu ka ke'

const both = (letter: string, times: number) => `${letter}${letter.toLowerCase()}`.repeat(times)

/** Greek with its breathings: eight small letters, then eight capitals. */
const breathed = (letter: string) => letter.toLowerCase().repeat(8) + letter.repeat(8)

/**
 * The characters that a name is likely to have, in order and none twice: scripts whose letters have an accepted Latin
 * spelling, signs by what is typed for them, spaces, and what is left out (controls, marks, directions, emoji).
 */
export const SPELLINGS: readonly Spelling[] = freeze([
  all(0x00, 0x08, ''),
  all(0x09, 0x0d, ' '),
  all(0x0e, 0x1f, ''),
  all(0x7f, 0x84, ''),
  all(0x85, 0x85, ' '),
  all(0x86, 0x9f, ''),
  all(0xa0, 0xa0, ' '),
  words(
    0xa1,
    '! c GBP ? JPY | S " (C) a << ! _ (R) - o +- 2 3 \' u P . , 1 o >> 1/4 1/2 3/4 ? ' +
      'A A A A A A AE C E E E E I I I I D N O O O O O x O U U U U Y Th ss ' +
      'a a a a a a ae c e e e e i i i i d n o o o o o / o u u u u y th y',
  ),
  letters(0x100, 'AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi'),
  words(0x132, 'IJ ij'),
  letters(0x134, 'JjKkkLlLlLlLlLlNnNnNn'),
  words(0x149, "'n"),
  letters(0x14a, 'NnOoOoOo'),
  words(0x152, 'OE oe'),
  letters(0x154, 'RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs'),
  letters(0x18f, 'E'),
  letters(0x192, 'f'),
  letters(0x1a0, 'Oo'),
  letters(0x1af, 'Uu'),
  words(0x1c4, 'DZ Dz dz LJ Lj lj NJ Nj nj'),
  letters(0x1cd, 'AaIiOoUuUuUuUuUueAaAa'),
  words(0x1e2, 'AE ae'),
  letters(0x1e4, 'GgGgKkOoOo??j'),
  words(0x1f1, 'DZ Dz dz'),
  letters(0x1f4, 'Gg??NnAa'),
  words(0x1fc, 'AE ae'),
  letters(0x1fe, 'OoAaAaEeEeIiIiOoOoRrRrUuUuSsTt??Hh????ZzAaEeOoOoOoOoYy'),
  letters(0x259, 'e'),
  letters(0x2bc, "'"),
  all(0x300, 0x36f, ''),
  words(
    0x386,
    'A . E I I ? O ? Y O i A V G D E Z I Th I K L M N X O P R ? S T Y F Ch Ps O I Y a e i i y ' +
      'a v g d e z i th i k l m n x o p r s s t y f ch ps o i y o y o',
  ),
  words(
    0x400,
    'E Yo Dj G Ye Dz I Yi J Lj Nj C K I U Dzh A B V G D E Zh Z I Y K L M N O P R S T U F Kh Ts Ch Sh Shch _ Y _ E Yu Ya ' +
      'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya e yo dj g ye dz i yi j lj nj c k i u dzh',
  ),
  all(0x483, 0x489, ''),
  words(
    0x490,
    'G g G g G g Zh zh Z z K k K k K k K k N n N n P p O o S s T t U u U u Kh kh Ts ts Ch ch Ch ch H h ' +
      '? ? ? ? ? Zh zh',
  ),
  words(0x4d0, 'A a A a AE ae E e A a A a Zh zh Z z Dz dz I i I i O o O o O o E e U u U u U u Ch ch G g Y y'),
  all(0x61c, 0x61c, ''),
  all(0x1ab0, 0x1aff, ''),
  all(0x1dc0, 0x1dff, ''),
  letters(
    0x1e00,
    both('A', 1) +
      both('B', 3) +
      both('C', 1) +
      both('D', 5) +
      both('E', 5) +
      both('F', 1) +
      both('G', 1) +
      both('H', 5) +
      both('I', 2) +
      both('K', 3) +
      both('L', 4) +
      both('M', 3) +
      both('N', 4) +
      both('O', 4) +
      both('P', 2) +
      both('R', 4) +
      both('S', 5) +
      both('T', 4) +
      both('U', 5) +
      both('V', 2) +
      both('W', 5) +
      both('X', 2) +
      both('Y', 1) +
      both('Z', 3) +
      'htwyasss',
  ),
  words(0x1e9e, 'SS'),
  letters(0x1ea0, both('A', 12) + both('E', 8) + both('I', 2) + both('O', 12) + both('U', 7) + both('Y', 4)),
  letters(0x1f00, `${[...'AEIIOYO'].map(breathed).join('')}aaeeiiiiooyyoo`),
  letters(0x1f80, `${breathed('A')}${breathed('I')}${breathed('O')}aaaaa?aaAAAAA?i`),
  letters(0x1fc2, 'iii?iiEEIII???iiii??iiIIII????yyyyrryyYYYYR?????ooo?ooOOOOO'),
  all(0x2000, 0x200a, ' '),
  all(0x200b, 0x200f, ''),
  words(0x2010, `- - - - - - ? ? ' ' ' ' " " " " ? ? * * . .. ... .`),
  all(0x2028, 0x2029, ' '),
  all(0x202a, 0x202e, ''),
  all(0x202f, 0x202f, ' '),
  words(0x2032, `' "`),
  words(0x2039, '< > ? !!'),
  letters(0x2044, '/'),
  all(0x205f, 0x205f, ' '),
  all(0x2060, 0x206f, ''),
  words(0x20ac, 'EUR'),
  all(0x20d0, 0x20ff, ''),
  words(0x2116, 'No'),
  words(0x2122, 'TM'),
  words(0x2190, '<- _ -> _ <->'),
  all(0x2195, 0x21d1, ''),
  words(0x21d2, '=>'),
  all(0x21d3, 0x2211, ''),
  words(0x2212, '- _ _ /'),
  all(0x2216, 0x2247, ''),
  letters(0x2248, '~'),
  all(0x2249, 0x225f, ''),
  words(0x2260, '!= _ _ _ <= >='),
  all(0x2266, 0x2bff, ''),
  all(0x3000, 0x3000, ' '),
  letters(0x3001, ',.'),
  letters(0x300c, '""'),
  letters(0x301c, '~'),
  words(0x3041, KANA),
  all(0x3099, 0x309a, ''),
  words(0x30a1, KANA),
  letters(0x30fb, '.-'),
  words(0xfb00, 'ff fi fl ffi ffl st st'),
  all(0xfe00, 0xfe0f, ''),
  all(0xfe20, 0xfe2f, ''),
  all(0xfeff, 0xfeff, ''),
  all(0xfff9, 0xfffb, ''),
  all(0x1f000, 0x1faff, ''),
  all(0xe0000, 0xe0fff, ''),
])

/** A row of characters that each stand for one. */
function letters(first: number, entries: string): Spelling {
  return { first, last: first + [...entries].length - 1, width: 1, entries }
}

/** A row of characters that stand for up to a word each, told between spaces. */
function words(first: number, told: string): Spelling {
  const each = told.split(' ')
  const width = Math.max(...each.map((word) => [...word].length))
  const entries = each.map((word) => word + ' '.repeat(width - [...word].length)).join('')
  return { first, last: first + each.length - 1, width, entries }
}

/** A row of characters that are all written alike. */
function all(first: number, last: number, entries: '' | ' '): Spelling {
  return { first, last, width: 0, entries }
}
