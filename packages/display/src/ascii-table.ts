import { freeze } from './freeze.js'

/**
 * A block of neighbouring characters and what each is written as: a letter each, or words between spaces. `_` is silent,
 * for `*` ASCII has nothing. Kept as strings: an array of letters takes sixteen times the flash.
 */
export type Block = { from: number; letters: string } | { from: number; words: string }

/** Hiragana and katakana stand in the same order. */
const KANA =
  'a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji tsu tsu zu te de to do ' +
  'na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo ya ya yu yu yo yo ra ri ru re ro wa wa wi ' +
  'we wo n vu ka ke'

/** The scripts that a name is likely in, and whose letters have an accepted Latin spelling. */
export const BLOCKS: readonly Block[] = freeze([
  {
    from: 0xa1,
    words:
      '! c GBP * JPY | S " (C) a << ! - (R) - o +- 2 3 \' u P . , 1 o >> 1/4 1/2 3/4 ? ' +
      'A A A A A A AE C E E E E I I I I D N O O O O O x O U U U U Y Th ss ' +
      'a a a a a a ae c e e e e i i i i d n o o o o o / o u u u u y th y',
  },
  {
    from: 0x100,
    letters:
      'AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSs' +
      'TtTtTtUuUuUuUuUuUuWwYyYZzZzZzs',
  },
  { from: 0x1cd, letters: 'AaIiOoUuUuUuUuUu' },
  { from: 0x218, letters: 'SsTt' },
  {
    from: 0x386,
    words:
      'A . E I I * O * Y O i A V G D E Z I Th I K L M N X O P R * S T Y F Ch Ps O I Y a e i i y ' +
      'a v g d e z i th i k l m n x o p r s s t y f ch ps o i y o y o',
  },
  {
    from: 0x400,
    words:
      'E Yo Dj G Ye Dz I Yi J Lj Nj C K I U Dzh A B V G D E Zh Z I Y K L M N O P R S T U F Kh Ts Ch Sh Shch _ Y _ E Yu Ya ' +
      'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya e yo dj g ye dz i yi j lj nj c k i u dzh',
  },
  { from: 0x490, letters: 'Gg' },
  {
    from: 0x1e00,
    letters:
      'Aa' +
      'Bb'.repeat(3) +
      'Cc' +
      'Dd'.repeat(5) +
      'Ee'.repeat(5) +
      'Ff' +
      'Gg' +
      'Hh'.repeat(5) +
      'Ii'.repeat(2) +
      'Kk'.repeat(3) +
      'Ll'.repeat(4) +
      'Mm'.repeat(3) +
      'Nn'.repeat(4) +
      'Oo'.repeat(4) +
      'Pp'.repeat(2) +
      'Rr'.repeat(4) +
      'Ss'.repeat(5) +
      'Tt'.repeat(4) +
      'Uu'.repeat(5) +
      'Vv'.repeat(2) +
      'Ww'.repeat(5) +
      'Xx'.repeat(2) +
      'Yy' +
      'Zz'.repeat(3),
  },
  { from: 0x1e96, letters: 'htwyas' },
  {
    from: 0x1ea0,
    letters: 'Aa'.repeat(12) + 'Ee'.repeat(8) + 'Ii'.repeat(2) + 'Oo'.repeat(12) + 'Uu'.repeat(7) + 'Yy'.repeat(4),
  },
  { from: 0x3041, words: KANA },
  { from: 0x30a1, words: KANA },
  { from: 0xfb00, words: 'ff fi fl ffi ffl st st' },
])

/** Single characters, each with what is typed for it. */
export const SIGNS = `ĲIJ ĳij ŉ'n ŒOE œoe ƒf ƏE əe ƠO ơo ƯU ưu ‐- ‑- ‒- –- —- ―- −- ‘' ’' ‚' ‛' ′' ʼ' “" ”" „" ‟" ″" ‹< ›> …... •* ‣* ‼!! ⁄/ ∕/ €EUR №No ™TM ←<- →-> ↔<-> ⇒=> ≈~ ≠!= ≤<= ≥>= 、, 。. 「" 」" ・. ー- 〜~`

/** Ranges (first, last, first, last ...) of characters that are spaces. */
export const SPACES = freeze([
  0x09, 0x0d, 0x85, 0x85, 0xa0, 0xa0, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000,
])

/** Ranges of characters that are left out: controls, marks on other characters, directions, symbols and emoji. */
export const DROPPED = freeze([
  0x00, 0x08, 0x0e, 0x1f, 0x7f, 0x84, 0x86, 0x9f, 0xad, 0xad, 0x300, 0x36f, 0x483, 0x489, 0x61c, 0x61c, 0x1ab0, 0x1aff,
  0x1dc0, 0x1dff, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x206f, 0x20d0, 0x20ff, 0x2190, 0x2bff, 0x3099, 0x309a,
  0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0xfeff, 0xfeff, 0xfff9, 0xfffb, 0x1f000, 0x1faff, 0xe0000, 0xe0fff,
])
