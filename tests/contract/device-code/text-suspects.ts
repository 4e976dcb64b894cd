import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isNumericLiteral,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
} from 'typescript/unstable/ast/is'

/**
 * A place that counts, indexes or orders texts if its subject has to do with texts: `itself` is one, or `measures`
 * them (a schema); `always` where the syntax alone says so.
 */
export type Suspect = { place: Node; subject: Node; if: 'itself' | 'measures' | 'always' }

/**
 * What counts a text's units. The device's XS counts code points where Node counts UTF-16 units, so that each of these
 * says something else of an emoji there.
 */
const COUNTING = new Set([
  'length',
  'at',
  'charAt',
  'charCodeAt',
  'codePointAt',
  'slice',
  'substring',
  'substr',
  'indexOf',
  'lastIndexOf',
  'search',
  'padStart',
  'padEnd',
])

/** What valibot measures a text by. */
const MEASURES = new Set(['length', 'minLength', 'maxLength', 'notLength'])

/** UTF-16 units and code points are not in the same order. */
const ORDERING = new Set<SyntaxKind>([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
])

/** Returns every place below `root` that would count, index or order a text if it had one. */
export function suspectsIn(root: Node): Suspect[] {
  const found: Suspect[] = []
  const visit = (node: Node): void => {
    const suspect = isHarmless(node) ? undefined : suspectAt(node)
    if (suspect !== undefined) found.push(suspect)
    node.forEachChild(visit)
  }
  visit(root)
  return found
}

function suspectAt(node: Node): Suspect | undefined {
  if (isPropertyAccessExpression(node)) {
    return COUNTING.has(node.name.text) ? { place: callOf(node), subject: node.expression, if: 'itself' } : undefined
  }
  if (isElementAccessExpression(node)) return { place: node, subject: node.expression, if: 'itself' }
  if (isBinaryExpression(node)) {
    return ORDERING.has(node.operatorToken.kind) ? { place: node, subject: node.left, if: 'itself' } : undefined
  }
  if (isObjectBindingPattern(node)) {
    return node.elements.some(takesCounting) ? { place: node, subject: node, if: 'itself' } : undefined
  }
  if (isRegularExpressionLiteral(node)) {
    return countsUnits(node.text) ? { place: node, subject: node, if: 'always' } : undefined
  }
  return isCallExpression(node) ? suspectCall(node) : undefined
}

function suspectCall(node: Node): Suspect | undefined {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined
  const { expression, name } = node.expression
  const [first] = node.arguments
  if (name.text === 'split' && first !== undefined && isStringLiteral(first) && first.text === '') {
    return { place: node, subject: expression, if: 'itself' }
  }
  return MEASURES.has(name.text) ? { place: node, subject: node, if: 'measures' } : undefined
}

function takesCounting(element: Node): boolean {
  return isBindingElement(element) && COUNTING.has((element.propertyName ?? element.name)?.getText() ?? '')
}

/** Emptiness is the same in any unit, and so is the code point that a text begins with. */
function isHarmless(node: Node): boolean {
  if (!isPropertyAccessExpression(node)) return false
  const { parent } = node
  if (node.name.text === 'length' && isBinaryExpression(parent)) return parent.left === node && isZero(parent.right)
  return node.name.text === 'codePointAt' && isCallExpression(parent) && isZero(parent.arguments[0])
}

function isZero(node: Node | undefined): boolean {
  return node !== undefined && isNumericLiteral(node) && node.text === '0'
}

/** A call is named with its arguments: what it is asked for is what its reason speaks of. */
function callOf(node: Node): Node {
  return isCallExpression(node.parent) && node.parent.expression === node ? node.parent : node
}

/**
 * Whether a regular expression, as written, takes exactly so many units of what it does not name: a dot or a negated
 * class that no `*` or `+` follows. Without the flag u, an emoji is two of those in UTF-16.
 */
function countsUnits(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  if (/[uv]/.test(literal.slice(end))) return false
  return (literal.slice(1, end).match(TOKEN) ?? []).some((token) => /^(?:\.|\[\^)/.test(token) && !/[*+]$/.test(token))
}

/** An escape, a class or any other character, with a quantifier that takes any number. */
const TOKEN = /(?:\\.|\[(?:\\.|[^\]\\])*\]|.)[*+]?/gs
