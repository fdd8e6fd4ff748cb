import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('../../../', import.meta.url).pathname

/** Imports what a piece of TypeScript exports, whose paths are those of the repository: `export { x } from './src/x.ts'`. */
export async function loadSource(contents) {
	// Inside of the package, so that libraries are found.
	const folder = mkdtempSync(join(root, 'node_modules/.bench-'))
	const outfile = join(folder, 'source.mjs')
	try {
		await build({
			stdin: { contents, loader: 'ts', resolveDir: root },
			outfile,
			bundle: true,
			packages: 'external',
			format: 'esm',
			platform: 'node',
		})
		return await import(outfile)
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}
