import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['ARCHITECTURE.md', 'README.md', 'docs/evm.md', 'docs/networks.md', 'docs/security.md'])(
	'%s names only files that exist',
	(page) => {
		const named = [
			...readFileSync(page, 'utf8').matchAll(
				/(?:`|vitest run )((?:src|test|scripts|docs|proto|examples|bin)\/[^\s`<>*{}]+)`/g,
			),
		]
		const paths = [...new Set(named.map(([, path = '']) => path))]
		expect(paths.length).toBeGreaterThan(0)
		// A clone lacks what a script builds.
		const built = readFileSync('.gitignore', 'utf8').replaceAll('*', '').split('\n')
		expect(paths.filter((path) => !existsSync(path) && !built.includes(path))).toEqual([])
	},
)

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
