import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bundledThread } from '../../../../src/node/threads/bundledThread.ts'

const dist = resolve('dist')

test.each(['serving', 'verifying'] as const)(
	'every part of the bundle finds the code of the %s thread beside it',
	(name) => {
		const parts = readdirSync(dist).filter((file) => file.endsWith('.js'))
		expect(parts.length).toBeGreaterThan(100)
		for (const part of parts) {
			const bundle = pathToFileURL(resolve(dist, part)).href
			expect(bundledThread(name, bundle)).toEqual(pathToFileURL(resolve(dist, `${name}.js`)))
		}
	},
)

test('a program that runs from its sources has no bundled threads', () => {
	expect(bundledThread('serving')).toBeUndefined()
})

test('a bundle without the code of a thread is a bug that is told, not a node with one thread', () => {
	expect(() => bundledThread('serving', pathToFileURL('/nowhere/main.js').href)).toThrow('the bundle has no serving.js')
})
