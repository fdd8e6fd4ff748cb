// Writes the type declarations of the library (`import { startChain } from 'chain-tui'`) into dist/types, before packing: for
// import and for require.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { entries } from './external.js'

process.chdir(new URL('..', import.meta.url).pathname)

// The compiler declares every file the library is made of; only what its entries name is told to the world.
const all = mkdtempSync(join(tmpdir(), 'chain-tui-types-'))
try {
	const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.library.json', '--outDir', all]
	const result = spawnSync(process.execPath, tsc, { stdio: ['ignore', 'inherit', 'inherit'] })
	if (result.status !== 0) throw new Error('The declarations could not be made.')
	rmSync('dist/types', { recursive: true, force: true })
	const open = Object.values(entries).map((source) => source.replace(/^src\/(.*)\.ts$/, '$1'))
	const named = new Set(open)
	for (const name of named) {
		if (!/^(library|errors)\//.test(name))
			throw new Error(`${name} is told to the world: move its types to src/library.`)
		const text = readFileSync(join(all, `${name}.d.ts`), 'utf8')
		for (const [, path] of text.matchAll(/from '(\.\.?\/[^']+)\.ts'/g)) named.add(join(dirname(name), path))
		// `AsyncDisposable` is in no default library yet.
		const library = text.includes('AsyncDisposable') ? '/// <reference lib="esnext.disposable" />\n' : ''
		// CosmJS is there for whoever uses it. Without it `stargate()` resolves with any.
		const optional = text.replace(/^(import type .* from '@cosmjs\/stargate';?)$/m, '// @ts-ignore\n$1')
		for (const [types, code] of [
			['.d.ts', '.js'],
			['.d.cts', '.cjs'],
		]) {
			const file = join('dist/types', name + types)
			mkdirSync(dirname(file), { recursive: true })
			writeFileSync(file, library + optional.replace(/(from '\.\.?\/[^']+)\.ts'/g, `$1${code}'`))
		}
	}
	console.log(`dist/types: ${[...named].join(', ')}`)
} finally {
	rmSync(all, { recursive: true, force: true })
}
