import { type Identifier, type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBindingElement,
  isBreakOrContinueStatement,
  isCallExpression,
  isExportSpecifier,
  isIdentifier,
  isImportSpecifier,
  isLabeledStatement,
  isMetaProperty,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast/is'
import type { OpenProgram } from './open-program.js'

/** A use of something that the device's XS does not have. */
export type Absence = { file: string; line: number; uses: string }

/** The globals that the device has besides those of ECMAScript: XS's own, the SDK's, and the SDK's convention. */
const OF_THE_DEVICE = new Set(['trace', 'screen', 'device', 'backlight'])

/** What ECMAScript has and the device's XS has not. */
const NOT_BUILT_IN = new Set(['Intl', 'eval', 'Function'])

/** Methods that throw "not built-in" there, or answer without regard to language, so that no text may depend on them. */
const MISSING_METHODS = new Set([
  'normalize',
  'localeCompare',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'isWellFormed',
  'toWellFormed',
])

/** A class of characters by Unicode property does not compile there, in a literal or in a text made into one. */
const PROPERTY_CLASS = /\\[pP]\{/

/** Half of a character is a text in UTF-16 only. */
const SURROGATE = /\\ud[89a-f][0-9a-f]{2}/i

const TEXTS = new Set<SyntaxKind>([
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
])

/** Returns what the program's own files use and the device's XS has not: globals, methods, and characters' classes. */
export function absencesIn(open: Pick<OpenProgram, 'files' | 'checker' | 'program'>): Absence[] {
  return open.files.flatMap((file) => {
    const names: Identifier[] = []
    const found: { node: Node; uses: string }[] = []
    const visit = (node: Node): void => {
      const uses = usesOf(node)
      if (uses !== undefined) found.push({ node, uses })
      if (isIdentifier(node) && isReference(node)) names.push(node)
      node.forEachChild(visit)
    }
    visit(file)
    return [...found, ...absentGlobals(names, open)].map(({ node, uses }) => ({
      file: file.fileName,
      line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
      uses,
    }))
  })
}

function absentGlobals(names: readonly Identifier[], { checker }: Pick<OpenProgram, 'checker'>) {
  const symbols = checker.getSymbolAtLocation(names)
  return names.flatMap((node, at) => {
    const { parent } = node
    const symbol = isShorthandPropertyAssignment(parent)
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : symbols[at]
    const known = symbol !== undefined && !checker.isUnknownSymbol(symbol)
    const absent = known ? NOT_BUILT_IN.has(node.text) && isGlobal(symbol) : !OF_THE_DEVICE.has(node.text)
    return absent ? [{ node, uses: node.text }] : []
  })
}

/** Whether a name is declared by the language and not by the program. */
function isGlobal({ declarations }: { declarations: readonly { path: string }[] }): boolean {
  return declarations.every(({ path }) => /\/lib\.[\w.]+\.d\.ts$/.test(path))
}

function usesOf(node: Node): string | undefined {
  if (TEXTS.has(node.kind)) {
    const text = node.getText()
    if (PROPERTY_CLASS.test(text)) return '\\p{}'
    return SURROGATE.test(text) ? 'half a character' : undefined
  }
  if (!isPropertyAccessExpression(node)) return undefined
  if (MISSING_METHODS.has(node.name.text) && isCallExpression(node.parent)) return `.${node.name.text}()`
  const ofGlobal = isIdentifier(node.expression) && node.expression.text === 'globalThis'
  return ofGlobal && !OF_THE_DEVICE.has(node.name.text) ? `globalThis.${node.name.text}` : undefined
}

/** Whether an identifier stands for a variable, and is not the name of a property, an export or a label. */
function isReference(node: Identifier): boolean {
  const { parent } = node
  if (isPropertyAccessExpression(parent)) return parent.expression === node
  if (isBindingElement(parent)) return parent.propertyName !== node
  if (isImportSpecifier(parent) || isExportSpecifier(parent)) return false
  return !isLabeledStatement(parent) && !isBreakOrContinueStatement(parent) && !isMetaProperty(parent)
}
