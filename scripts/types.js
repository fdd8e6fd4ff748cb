// Writes the type declarations of the library (`import { startChain } from 'chain-tui'`) into dist/types, before packing.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.chdir(new URL('..', import.meta.url).pathname)

// The compiler declares every file the library is made of; only its own folder is told to the world.
const all = mkdtempSync(join(tmpdir(), 'chain-tui-types-'))
try {
	const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.library.json', '--outDir', all]
	const result = spawnSync(process.execPath, tsc, { stdio: ['ignore', 'inherit', 'inherit'] })
	if (result.status !== 0) throw new Error('The declarations could not be made.')
	const own = join(all, 'library')
	rmSync('dist/types', { recursive: true, force: true })
	for (const file of ['index.d.ts', 'Chain.d.ts', 'startChain.d.ts']) {
		const text = readFileSync(join(own, file), 'utf8')
		if (/from '\.\.\//.test(text)) throw new Error(`${file} names a type of another folder: move it to Chain.ts.`)
		cpSync(join(own, file), join('dist/types', file))
	}
	console.log(`dist/types: ${readdirSync('dist/types').join(', ')}`)
} finally {
	rmSync(all, { recursive: true, force: true })
}
