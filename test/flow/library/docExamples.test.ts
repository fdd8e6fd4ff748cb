import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { describe, expect, test } from 'vitest'
import * as library from '../../../src/library/index.ts'

const folder = new URL('../../../src/library/', import.meta.url)
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** What each file tells to the world: the names that `index.ts` passes on from it, or all exports of an entry point. */
const exported = [
	...[...textOf('index.ts').matchAll(/^export (?:type )?\{([^}]*)\} from '(.*)'$/gm)].map(([, names, name]) => ({
		name: name!.replace(/^\.\//, ''),
		names: [...names!.matchAll(/\w+/g)].map(([own]) => own),
	})),
	...['vitest.ts', 'jest.ts'].map((name) => ({
		name,
		names: [...textOf(name).matchAll(/^export (?:default )?\w+ (\w+)/gm)].map(([, own]) => own!),
	})),
]
const sources = exported.map((file) => ({ ...file, text: textOf(file.name) }))

/** What an example may import: the names on the left, and the module. */
const imports = /^import (\{[^}]*\}) from '([^']+)'$/gm

describe('the examples of the library’s documentation', () => {
	const examples = sources.flatMap(({ name, text }) => examplesOf(text).map((code, at) => ({ name, at, code })))
	const runnable = examples.filter(({ name }) => !['vitest.ts', 'jest.ts'].includes(name))

	test('every export and every method of a chain has an example', () => {
		expect(sources.flatMap(({ names }) => names)).toEqual(
			expect.arrayContaining([...Object.keys(library), 'Coin', 'chainTest', 'ChainEnvironment']),
		)
		for (const { text, names } of sources) {
			for (const own of names) {
				const declared = new RegExp(`(/\\*\\*(?:(?!\\*/)[^])*\\*/)\n(?://.*\n)*export [a-z ]*\\b${own}\\b`).exec(text)
				expect(declared?.[1], own).toContain('@example')
			}
		}
		const chain = sources.find(({ name }) => name === 'Chain.ts')!.text
		const body = chain.slice(chain.indexOf('export interface Chain extends'))
		const methods = [...body.matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n\t(\w+)\(/g)]
		expect(methods.length).toBe(12)
		for (const [, doc, name] of methods) expect(doc, name).toContain('@example')
	})

	test.each(runnable)('the example $at of $name runs', async ({ code }) => {
		await using chain = await library.startChain()
		const modules: Readonly<Record<string, unknown>> = {
			'chain-tui': library,
			'@cosmjs/proto-signing': await import('@cosmjs/proto-signing'),
			'@cosmjs/stargate': await import('@cosmjs/stargate'),
		}
		const body = code.replace(imports, (_, names: string, name: string) => `const ${names} = modules['${name}']`)
		const { code: script } = transformSync(`run = async () => {${body}\n}`, { loader: 'ts', target: 'node20.19' })
		const run = new Function('chain', 'startChain', 'modules', `let run\n${script}\nreturn run()`)
		await expect(run(chain, library.startChain, modules)).resolves.toBeUndefined()
	})

	test('the example of chainTest is the first of the fixtures’ own tests', () => {
		const [, example = ''] = examplesOf(sources.find(({ name }) => name === 'vitest.ts')!.text)
		const file = readFileSync(new URL('../../../examples/fixtures/transfer.test.ts', import.meta.url), 'utf8')
		const plain = (text: string) => text.replaceAll('!.', '.').replace(/\s+/g, ' ')
		const body = example.slice(example.indexOf('const test'))
		expect(body).toContain('chain.stargate')
		expect(plain(file)).toContain(plain(body).trim())
	})
})

/** The code of each `@example` of a source, without the stars of its comment. */
function examplesOf(text: string): readonly string[] {
	return [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g)].flatMap(([comment]) => {
		const lines = comment.replace(/\*\/$/, '').split('\n')
		const from = lines.findIndex((line) => line.includes('@example'))
		if (from < 0) return []
		const after = lines.slice(from).map((line) => line.replace(/^\s*(\/\*\*|\*) ?/, ''))
		const end = after.findIndex((line, at) => at > 0 && /^@(throws|see)/.test(line))
		return [
			after
				.slice(0, end < 0 ? undefined : end)
				.join('\n')
				.replace('@example', '')
				.trim(),
		]
	})
}
