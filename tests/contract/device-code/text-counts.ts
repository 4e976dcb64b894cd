import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { OpenProgram } from './open-program.js'
import { type Suspect, suspectsIn } from './text-suspects.js'

/** A place where a text is counted, indexed or ordered. */
export type TextCount = { file: string; line: number; code: string }

/** Returns every place in the files that counts, indexes or orders a text, as far as their types tell. */
export function textCountsIn({ files, checker }: Pick<OpenProgram, 'files' | 'checker'>): TextCount[] {
  return files.flatMap((file) => {
    const suspects = suspectsIn(file)
    const types = checker.getTypeAtLocation(suspects.map(({ subject }) => subject))
    return suspects
      .filter((suspect, at) => isOfText(suspect, types[at], checker))
      .map(({ place }) => ({
        file: file.fileName,
        line: file.getLineAndCharacterOfPosition(place.getStart(file)).line + 1,
        code: place.getText(file).replace(/\s+/g, ' '),
      }))
  })
}

function isOfText(suspect: Suspect, type: Type | undefined, checker: Checker): boolean {
  if (suspect.if === 'always') return true
  if (suspect.if === 'itself') return mayBeText(type, checker)
  const measured = type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
  return measured !== undefined && mayBeText(measured, checker)
}

/** Whether a value of this type may be a text that is not known to be ASCII. */
function mayBeText(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined) return true
  if (type.isUnionType()) return (type.getTypes() ?? []).some((part) => mayBeText(part, checker))
  if (type.isTypeParameter()) return mayBeText(checker.getBaseConstraintOfType(type), checker)
  if (type.isStringLiteralType()) return !isAscii(type.value)
  return (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.StringLike)) !== 0
}

function isAscii(text: string): boolean {
  return Array.from(text).every((point) => point <= '\u007f')
}
