import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['ARCHITECTURE.md', 'README.md'])('%s names files that are there', (page) => {
	const named = [
		...readFileSync(page, 'utf8').matchAll(/`((?:src|test|scripts|docs|proto|examples|bin)\/[^\s`<>*{}]+)`/g),
	]
	const paths = [...new Set(named.map(([, path = '']) => path))]
	expect(paths.length).toBeGreaterThan(0)
	// What is built lies in no clone.
	const built = readFileSync('.gitignore', 'utf8').replaceAll('*', '').split('\n')
	expect(paths.filter((path) => !existsSync(path) && !built.includes(path))).toEqual([])
})
