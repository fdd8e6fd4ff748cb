// Part of `npm run lint`: what a report of the tests needs. That every test checks something is left to Vitest itself
// (`requireAssertions` in vitest.config.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

process.chdir(new URL('..', import.meta.url).pathname)

/** A name that begins so has no subject, and means nothing in a report without the lines around it. */
const fragments = new Set(
	'and are as at be but by for from had has have in is it its of on or that then they to was were with'.split(' '),
)

const problems = []
for (const file of [...filesUnder('test'), ...filesUnder('examples')].filter((path) => /\.test\.tsx?$/.test(path))) {
	const program = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') })
	for (const { name, body } of testsOf(program)) {
		const [first = ''] = name.split(/[ ,:]/)
		if (fragments.has(first)) problems.push(`${file}: "${name}" has no subject: it begins with "${first}"`)
		const { nothing, something } = expectationsOf(body)
		if (nothing && !something)
			problems.push(`${file}: "${name}" finds no fault in what may be empty: also check how much was compared`)
	}
}
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

function filesUnder(folder) {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
}

/** Every call of `test` or `it` with a name, `test.each(…)` too. */
function testsOf(program) {
	return callsIn(program).flatMap(({ callee, arguments: given }) => {
		if (!['it', 'test'].includes(rootOf(callee)) || given.length < 2) return []
		const [{ expression: name }, ...body] = given
		if (name.type === 'StringLiteral') return [{ name: name.value, body }]
		if (name.type === 'TemplateLiteral') return [{ name: name.quasis.map(({ raw }) => raw).join('…'), body }]
		return []
	})
}

/**
 * Whether a test compares with an empty list what was picked from another or gathered in the test, and whether it expects
 * anything that is not empty.
 */
function expectationsOf(body) {
	const calls = callsIn(body)
	const gathers = calls.some(({ callee }) => callee.type === 'MemberExpression' && callee.property.value === 'push')
	const checks = calls.flatMap(({ callee, arguments: given }) => {
		if (callee.type !== 'MemberExpression' || rootOf(callee) !== 'expect') return []
		const [wanted] = given.map(({ expression }) => expression)
		const empty =
			/^(toBe|toEqual|toStrictEqual|toHaveLength)$/.test(callee.property.value) &&
			((wanted?.type === 'ArrayExpression' && wanted.elements.length === 0) ||
				(wanted?.type === 'NumericLiteral' && wanted.value === 0))
		return [{ empty, picked: gathers || picks(callee) }]
	})
	return { nothing: checks.some(({ empty, picked }) => empty && picked), something: checks.some(({ empty }) => !empty) }
}

function picks(node) {
	return callsIn(node).some(
		({ callee }) => callee.type === 'MemberExpression' && /^(filter|flatMap)$/.test(callee.property.value),
	)
}

/** All calls within a node, from the outermost on. */
function callsIn(node) {
	if (node === null || typeof node !== 'object') return []
	const inner = Object.values(node).flatMap(callsIn)
	return node.type === 'CallExpression' ? [node, ...inner] : inner
}

/** The name that a chain of members, calls and templates begins with: `test` of `test.each(…)`. */
function rootOf(node) {
	switch (node?.type) {
		case 'Identifier':
			return node.value
		case 'MemberExpression':
			return rootOf(node.object)
		case 'CallExpression':
			return rootOf(node.callee)
		case 'TaggedTemplateExpression':
			return rootOf(node.tag)
		case 'ParenthesisExpression':
			return rootOf(node.expression)
		default:
			return ''
	}
}
