import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const pages = [
	'ARCHITECTURE.md',
	'README.md',
	'examples/README.md',
	...filesUnder('docs').filter((file) => file.endsWith('.md')),
]

it.each(pages)('%s names only files that exist', (page) => {
	const named = [
		...readFileSync(page, 'utf8').matchAll(
			/(?:`|vitest run )((?:src|test|scripts|docs|proto|examples|bin)\/[^\s`<>*{}]+)`/g,
		),
	]
	const paths = [...new Set(named.map(([, path = '']) => path))]
	// A clone lacks what a script builds.
	const built = readFileSync('.gitignore', 'utf8').replaceAll('*', '').split('\n')
	// Vitest takes the beginning of a name too.
	const missing = paths.filter(
		(path) => ![path, `${path}.test.ts`].some((file) => existsSync(file)) && !built.includes(path),
	)
	expect({ page, missing }).toEqual({ page, missing: [] })
})

it.each(pages)('%s links only to files that exist', (page) => {
	const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
	const missing = links
		.filter((link) => !/^[a-z]+:/.test(link))
		.filter((link) => !existsSync(join(dirname(page), link.replace(/#.*$/, ''))))
	expect({ page, missing }).toEqual({ page, missing: [] })
})

it('docs/README.md lists every page of docs', () => {
	const index = readFileSync('docs/README.md', 'utf8')
	const others = readdirSync('docs').filter((file) => file.endsWith('.md') && file !== 'README.md')
	expect(others.length).toBeGreaterThan(8)
	expect(others.filter((file) => !index.includes(`](${file})`))).toEqual([])
})

it.each(pages)('%s names only scripts that package.json has', (page) => {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
	const named = [...readFileSync(page, 'utf8').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
	expect({ page, missing: named.filter((name) => !(name in scripts)) }).toEqual({ page, missing: [] })
})

it('ARCHITECTURE.md names only source files that exist, also by the end of their path', () => {
	const sources = [...filesUnder('src'), ...filesUnder('test')]
	const named = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`([\w./-]+\.tsx?)`/g)]
	const names = [...new Set(named.map(([, name = '']) => name))]
	expect(names.length).toBeGreaterThan(50)
	expect(names.filter((name) => !sources.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([])
})

function filesUnder(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
}
