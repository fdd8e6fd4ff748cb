// Loads TypeScript of src in a script: bundled in memory, since Node 20 reads no types.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The exports of a module given as text, whose imports are relative to the project's folder. */
export async function bundledModule(contents) {
	// Inside the project, so that packages are found.
	const folder = mkdtempSync(join('node_modules', '.bundled-'))
	try {
		const outfile = join(folder, 'module.mjs')
		await build({
			stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
			outfile,
			bundle: true,
			format: 'esm',
			platform: 'node',
			packages: 'external',
			jsx: 'automatic',
			logLevel: 'warning',
			plugins: [ownUrls],
		})
		return await import(pathToFileURL(outfile).href)
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}

/** Files of tests find data beside them: each keeps its own `import.meta.url`. */
const ownUrls = {
	name: 'own-urls',
	setup(build) {
		build.onLoad({ filter: /\/test\/.*\.ts$/ }, ({ path }) => ({
			contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
			loader: 'ts',
		}))
	},
}
