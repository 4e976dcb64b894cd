import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser'

/** What a person calls each mistake of jsonc-parser. */
const MISTAKES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is none of true, false and null; texts stand in double quotes',
  InvalidNumberFormat: 'a number that is none',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a : is missing',
  CommaExpected: 'a , is missing',
  CloseBraceExpected: 'a } is missing',
  CloseBracketExpected: 'a ] is missing',
  EndOfFileExpected: 'there is more behind the end of the settings',
  InvalidCommentToken: 'a comment that is none',
  UnexpectedEndOfComment: 'a comment that does not end',
  UnexpectedEndOfString: 'a text that does not end',
  UnexpectedEndOfNumber: 'a number that does not end',
  InvalidUnicode: 'a \\u without its four digits',
  InvalidEscapeCharacter: 'a \\ before a character that takes none',
  InvalidCharacter: 'a control character in a text',
}

/** Returns what is wrong with a JSON text, in words. */
export function jsonMistake(code: ParseErrorCode): string {
  const name = printParseErrorCode(code)
  return MISTAKES[name] ?? name
}
